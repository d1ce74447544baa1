import type { WebhookId } from '@tern/base/ids';
import type { DecisionFacts } from '@tern/contracts/decision';
import type { WebhookContent } from '@tern/contracts/routes/console-changes';
import { sql } from 'kysely';
import { noMoney, note, oneDecides, proposedByAdministrator, self, type Case, type Stage } from './case.ts';
import { sorted } from './house-cases.ts';

const url = 'http://127.0.0.1:9/hooks';
let opened = 0;

/** A webhook that the two administrators have opened at their desks. */
export async function openAtDesks(
  { desks: { administrator }, secondDesk }: Pick<Stage, 'desks' | 'secondDesk'>,
  kinds: readonly string[] = ['sends'],
): Promise<{ readonly id: WebhookId; readonly name: string; readonly secret: string }> {
  const name = `Receiver ${(opened += 1)}`;
  const asked = { content: { kind: 'webhook-open', name, url, kinds }, note };
  const proposed = await secondDesk.post('/changes', await secondDesk.sign('/changes/question', asked));
  const { id } = proposed.json<{ id: WebhookId }>();
  const signed = await administrator.sign('/changes/decision/question', { id, decision: 'carry-out' });
  const { secret } = (await administrator.post('/changes/decision', signed)).json<{ secret: string }>();
  return { id, name, secret };
}

const proposal = (contentFor: (id: WebhookId) => WebhookContent): Case => ({
  by: 'administrator',
  make: async (stage) => {
    const { id, name } = await openAtDesks(stage);
    const content = contentFor(id);
    const about = content.kind === 'webhook-open' ? content.name : name;
    return proposedByAdministrator(content, {
      about: [{ as: 'webhook', name: `${about} (${url})` }],
      details: [{ name: 'change', text: sorted(content) }],
    });
  },
});

/** A delivery to a new webhook, as the database writes it. */
async function delivery(
  stage: Stage,
  state: 'delivered' | 'parked',
): Promise<{ id: number; webhookId: string; name: string }> {
  const { id: webhookId, name } = await openAtDesks(stage);
  const { rows } = await sql<{ id: string }>`
    WITH event AS (
      INSERT INTO webhook_events (kind, type, subject, data) VALUES ('sends', 'send.success', 'one', '{}') RETURNING sequence)
    INSERT INTO webhook_deliveries (webhook_id, sequence, subject, state, settled_at)
    SELECT ${webhookId}, sequence, 'one', ${state}, CASE ${state} WHEN 'delivered' THEN now() END FROM event
    RETURNING id`.execute(stage.database.db.kysely);
  return { id: Number(rows[0]?.id), webhookId, name };
}

const facts = (name: string, details: DecisionFacts['details']): DecisionFacts => ({
  asset: noMoney,
  amount: noMoney,
  about: [{ as: 'webhook', name: `${name} (${url})` }],
  author: self('administrator'),
  reason: { said: note },
  earlier: oneDecides,
  details,
});

const one = (what: 'one' | 'skip', kind: string): Case => ({
  by: 'administrator',
  make: async (stage) => {
    const state = what === 'one' ? 'delivered' : 'parked';
    const { id, name } = await delivery(stage, state);
    const details: DecisionFacts['details'] = [
      { name: 'event', text: 'send.success one' },
      { name: 'state', text: state },
    ];
    return { sent: { what, id, note }, kind, subject: String(id), facts: facts(name, details) };
  },
});

/** What other systems are told, and operators by mail. */
export const webhookCases: Readonly<Record<string, Case>> = {
  'changes.propose webhook-open': proposal(() => ({ kind: 'webhook-open', name: 'Another', url, kinds: ['sends'] })),
  'changes.propose webhook-change': proposal((webhookId) => ({
    kind: 'webhook-change',
    webhookId,
    name: 'Renamed',
    url,
    kinds: ['alarms', 'sends'],
  })),
  'changes.propose webhook-switch': proposal((webhookId) => ({ kind: 'webhook-switch', webhookId, state: 'disabled' })),
  'changes.propose webhook-rotate': proposal((webhookId) => ({ kind: 'webhook-rotate', webhookId })),
  'webhooks.resend one': one('one', 'webhook-resent'),
  'webhooks.resend skip': one('skip', 'webhook-event-skipped'),
  'webhooks.resend range': {
    by: 'administrator',
    make: async (stage) => {
      const { webhookId, name } = await delivery(stage, 'delivered');
      const [from, to] = ['2026-01-01T00:00:00.000Z', '2100-01-01T00:00:00.000Z'];
      const details: DecisionFacts['details'] = [
        { name: 'events-from', at: from },
        { name: 'events-until', at: to },
      ];
      const sent = { what: 'range', webhookId, from, to, note };
      return { sent, kind: 'webhook-resent', subject: webhookId, facts: facts(name, details) };
    },
  },
  'notices.saveNotices': {
    by: 'reviewer',
    make: async ({ world }) => ({
      sent: { on: true, email: 'reviewer@example.org', everyHours: 4, language: 'en' },
      kind: 'operator-notices-changed',
      subject: await world.operatorId('the-reviewer'),
    }),
  },
};
