import type { PersonId } from '@tern/base/ids';
import { toWire } from '@tern/base/to-wire';
import type { SeenByPersonView } from '@tern/contracts/routes/console-people';
import { transact } from '@tern/db/transact';
import { getPerson, tellAccountEvent } from '../../people/accounts/public.ts';
import { listMessages } from '../../people/messages/public.ts';
import { recordOperatorAction } from '../../people/operators/public.ts';
import { listRecords } from '../../people/records/public.ts';
import type { ConsoleAccessDeps } from '../access/public.ts';
import type { ConsoleSession } from '../console-context.ts';
import { selectChainFacts } from './seen-records-store.ts';

const shownRecords = 20;
const confirmations = 19;

/**
 * What a person has before them: the newest records and messages, and nothing to act with. No session of theirs is made, so there is
 * none that could be misused. The log keeps why, and the person's own history that it happened. Throws `NOT_FOUND`.
 */
export async function viewAsPerson(
  { db, clock }: Pick<ConsoleAccessDeps, 'db' | 'clock'>,
  { session, id, note }: { readonly session: ConsoleSession; readonly id: PersonId; readonly note: string },
): Promise<SeenByPersonView> {
  await transact(db, async (tx) => {
    await getPerson(tx, id);
    const { operatorId } = session;
    await recordOperatorAction(tx, { operatorId, kind: 'person-viewed', subject: id, details: { note } });
    await tellAccountEvent(tx, { personId: id, kind: 'viewed-by-operator', now: clock.now() });
  });
  const [{ records, nextCursor: olderRecords }, { messages, nextCursor: olderMessages }] = await Promise.all([
    listRecords({ db, confirmations }, { personId: id, filter: 'all', limit: shownRecords }),
    listMessages(db.kysely, { personId: id, kind: undefined, cursor: undefined }),
  ]);
  const facts = await selectChainFacts(
    db.kysely,
    records.map((record) => record.id),
  );
  return toWire({
    records: records.map((record) => ({
      id: record.id,
      type: record.type,
      status: record.status,
      direction: record.direction,
      assetId: record.assetId,
      amount: record.amount,
      counterparty: record.sentTo?.contact ?? (record.direction === 'in' ? record.payAddress : record.receiveAddress),
      txId: facts.get(record.id)?.txId ?? null,
      at: record.createdAt,
      creditedAt: facts.get(record.id)?.creditedAt ?? null,
    })),
    messages: messages.map(({ id: messageId, event, createdAt, read }) => ({
      id: messageId,
      event,
      at: createdAt,
      read,
    })),
    more: { records: olderRecords !== null, messages: olderMessages !== null },
  });
}
