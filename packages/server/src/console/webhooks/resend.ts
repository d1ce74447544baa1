import type { OperatorId } from '@tern/base/ids';
import { problem } from '@tern/contracts/problem';
import type { ResendInput } from '@tern/contracts/routes/console-webhooks';
import type { Database, DbTx } from '@tern/db/database';
import { transact } from '@tern/db/transact';
import { recordOperatorAction } from '../../people/operators/public.ts';
import { listWebhooks } from '../../platform/webhooks/public.ts';
import type { Decision } from '../access/public.ts';
import type { ConsoleSession } from '../console-context.ts';
import { findDelivery, listLastDeliveries, repeatDeliveries, skipDelivery, wakeDeliveries } from './webhooks-store.ts';

/** More at once would keep what happens now waiting for long. */
const rangeMax = 10_000;

/** Sending again, or skipping, as it is signed: which event to which webhook, and what it says. Throws `NOT_FOUND`. */
export async function describeResend(db: Database, said: ResendInput, { name }: ConsoleSession): Promise<Decision> {
  const delivery = 'id' in said ? await findDelivery(db.kysely, said.id) : undefined;
  const webhookId = 'webhookId' in said ? said.webhookId : delivery?.webhookId;
  const webhook = (await listWebhooks(db.kysely)).find(({ id }) => id === webhookId);
  if (webhook === undefined) throw problem('NOT_FOUND');
  return {
    action: 'webhooks.resend',
    content: said,
    facts: {
      asset: { none: 'no-money' },
      amount: { none: 'no-money' },
      about: [{ as: 'webhook', name: `${webhook.name} (${webhook.url})` }],
      author: { by: 'operator', name },
      reason: { said: said.note },
      earlier: { none: 'one-decides' },
      details:
        said.what === 'range'
          ? [
              { name: 'events-from', at: said.from },
              { name: 'events-until', at: said.to },
            ]
          : [
              { name: 'event', text: `${delivery?.type ?? ''} ${delivery?.subject ?? ''}` },
              { name: 'state', text: delivery?.state === 'behind' ? 'waiting' : (delivery?.state ?? '') },
            ],
    },
  };
}

/**
 * Has events sent again, or skips one that is parked; returns how many. What is parked or waits is tried again in its place,
 * what was delivered goes once more behind all that waits. Throws `DECISION_REFUSED` and changes nothing then.
 */
export async function resend(
  db: Database,
  { said, operatorId }: { readonly said: ResendInput; readonly operatorId: OperatorId },
): Promise<number> {
  return await transact(db, async (tx) => {
    const events = said.what === 'skip' ? await skip(tx, said.id) : await sendAgain(tx, said);
    const kind = said.what === 'skip' ? 'webhook-event-skipped' : 'webhook-resent';
    const { note, what } = said;
    const range = said.what === 'range' ? { from: said.from, to: said.to } : {};
    const subject = 'id' in said ? String(said.id) : said.webhookId;
    await recordOperatorAction(tx, { operatorId, kind, subject, details: { note, what, events, ...range } });
    return events;
  });
}

async function skip(tx: DbTx, id: number): Promise<number> {
  if (!(await skipDelivery(tx, id))) throw problem('DECISION_REFUSED', { reason: 'not-parked' });
  return 1;
}

async function sendAgain(tx: DbTx, said: Exclude<ResendInput, { what: 'skip' }>): Promise<number> {
  const ids = said.what === 'one' ? [String(said.id)] : await idsOf(tx, said);
  const woken = await wakeDeliveries(tx, ids);
  const repeated = await repeatDeliveries(tx, ids);
  if (woken + repeated === 0) throw problem('DECISION_REFUSED', { reason: 'nothing-found' });
  return woken + repeated;
}

async function idsOf(tx: DbTx, said: Extract<ResendInput, { what: 'range' }>): Promise<readonly string[]> {
  const { webhookId, from, to } = said;
  const range = { webhookId, from: new Date(from), to: new Date(to), limit: rangeMax + 1 };
  const ids = await listLastDeliveries(tx, range);
  if (ids.length > rangeMax) throw problem('DECISION_REFUSED', { reason: 'range-too-large' });
  return ids;
}
