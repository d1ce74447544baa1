import { randomUUID } from 'node:crypto';
import type { PersonId } from '@tern/base/ids';
import type { SecurityEventKind } from '@tern/contracts/security-event';
import type { DbTx } from '@tern/db/database';
import type { RequestOrigin } from '../../platform/limits/public.ts';
import { queueMessage, type MessageTemplate, type MessageValues } from '../../platform/messaging/public.ts';
import { writeMessages } from '../messages/public.ts';
import type { Contact } from './contact.ts';
import type { IdentityKeys } from './deps.ts';
import { getPerson, listContacts } from './person-store.ts';
import { findWord } from './word-store.ts';

/** What is noted; the contract names what of it a person's history shows. */
export type RecordedEventKind = SecurityEventKind | 'transfer-authorized';

/** Notes a change of an account's security together with the change itself, and tells the person on every channel if asked to. */
export async function recordSecurityEvent<Template extends MessageTemplate>(
  tx: DbTx,
  deps: { readonly keys: Pick<IdentityKeys, 'outboxBox'> },
  event: {
    readonly personId: PersonId;
    readonly kind: RecordedEventKind;
    readonly now: Date;
    /** Absent where the operation is not told. */
    readonly origin?: RequestOrigin;
    readonly detail?: string;
    readonly notice?: { readonly template: Template; readonly values: MessageValues[Template] };
    /** A contact that is theirs no longer is told too. */
    readonly formerContact?: Contact | undefined;
  },
): Promise<void> {
  const id = randomUUID();
  await tx
    .insertInto('security_events')
    .values({
      id,
      person_id: event.personId,
      kind: event.kind,
      detail: event.detail ?? null,
      ip: event.origin?.ip ?? null,
      user_agent: event.origin?.userAgent ?? null,
      at: event.now,
    })
    .execute();
  if (event.notice === undefined) return;
  if (event.kind !== 'transfer-authorized') {
    await writeMessages(tx, [{ personId: event.personId, about: 'account', event: event.kind, securityEventId: id }]);
  }
  const { language } = await getPerson(tx, event.personId);
  const word = await findWord(tx, deps.keys, event.personId);
  const present = (await listContacts(tx, event.personId)).map((contact) => ({ contact, key: contact.kind as string }));
  const former = event.formerContact === undefined ? [] : [{ contact: event.formerContact, key: 'former' }];
  for (const { contact, key } of [...present, ...former]) {
    await queueMessage(tx, deps.keys, {
      dedupeKey: `event:${id}:${key}`,
      channel: contact.kind === 'phone' ? 'sms' : 'email',
      recipient: contact.value,
      template: event.notice.template,
      values: event.notice.values,
      language,
      word,
    });
  }
}
