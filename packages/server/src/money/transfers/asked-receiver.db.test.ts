import { randomUUID } from 'node:crypto';
import { systemClock } from '@tern/base/clock';
import type { DraftId, RecordId } from '@tern/base/ids';
import { openScreeningStandIn, type ScreeningService } from '@tern/testkit/screening-service';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openScreening } from '../../people/screening/public.ts';
import { putOnList } from '../../people/screening/testing/put-on-list.ts';
import { forgetRules, setRule } from '../../people/screening/testing/set-rule.ts';
import { createPayoutWorld, type PayoutWorld } from '../payouts/testing/payout-world.ts';
import { confirmDraft } from './confirm-draft.ts';
import { randomAddress } from './testing/sending-world.ts';

// Goal: what an outside service says about a receiver holds a send before it is approved, and its silence holds what the rule in
// force names. Method: sends as people confirm them, and a service written from the documentation, over real HTTP.
const secret = 'a secret of this test, long enough';
const closedFrom = 50_000_000n;
let world: PayoutWorld;
let service: ScreeningService;
beforeAll(async () => {
  [world, service] = [await createPayoutWorld(), await openScreeningStandIn(secret)];
});
beforeEach(async () => {
  await forgetRules(world);
  service.answer = undefined;
  service.questions.length = 0;
});
afterAll(async () => {
  await service.close();
  await world.close();
});

/** Confirms a send of so much; what became of it, and what is kept of the answer. */
async function send(
  to: string,
  amount = '100',
  named: { readonly screeningUrl: string | undefined } = { screeningUrl: service.url },
): Promise<{ readonly status: string; readonly kept: unknown }> {
  const from = await world.person({ usdt: 1_000_000_000n });
  const draft = await world.draft(from, { to, amount });
  const input = {
    session: from,
    draftId: draft.id as DraftId,
    hash: draft.hash,
    idempotencyKey: randomUUID(),
    tradePassword: '258036',
    authenticatorCode: '123456',
  };
  const deps = {
    ...world.deps,
    screening: openScreening({ ...named, screeningTimeoutMs: 500 }, { secret, clock: systemClock }),
  };
  const record = await confirmDraft(deps, input);
  // The same request again is answered as before, and nobody is asked again.
  const asked = service.questions.length;
  expect(await confirmDraft(deps, input)).toEqual(record);
  expect(service.questions).toHaveLength(asked);
  return { status: record.status, kept: await keptOf(record.id as RecordId) };
}
async function keptOf(recordId: RecordId): Promise<unknown> {
  const { rows } = await sql<{ reason: string; evidence: unknown; rule: number | null }>`
    SELECT c.reason, c.evidence, c.rule_version AS rule FROM screening_cases c JOIN withdrawals w ON w.id = c.withdrawal_id
     WHERE w.record_id = ${recordId}`.execute(world.db.kysely);
  return rows[0];
}

test('a send goes on where the service has nothing against its receiver, and nothing of the answer is kept', async () => {
  expect(await send(randomAddress())).toEqual({ status: 'withdrawing', kept: undefined });
  expect(service.questions).toHaveLength(1);
});

test('a hit holds the send with what the service said, beside what lists say', async () => {
  const to = randomAddress();
  service.hits.set(to, { reason: 'suspected-fraud', detail: 'Reported twice', reference: 'case 7' });
  const hit = { service: 'hit', reason: 'suspected-fraud', detail: 'Reported twice', reference: 'case 7' };
  expect(await send(to, '1')).toEqual({
    status: 'pending-review',
    kept: { reason: 'suspected-fraud', evidence: [hit], rule: null },
  });
  await putOnList(world, { address: to });
  const { kept } = await send(to);
  expect(kept).toMatchObject({ reason: 'legal-order', evidence: [{ list: 'Test list' }, hit] });
});

test('without an answer a send from the amount of the rule on is held, and a smaller one goes on', async () => {
  await setRule(world, { closedFrom });
  service.answer = (_, response) => void response.writeHead(503).end();
  expect(await send(randomAddress(), '50')).toEqual({
    status: 'pending-review',
    kept: {
      rule: expect.any(Number),
      reason: 'security',
      evidence: [{ service: 'no-answer', reason: 'security', detail: 'status 503', reference: null }],
    },
  });
  expect(await send(randomAddress(), '49.99')).toEqual({ status: 'withdrawing', kept: undefined });
});

test('a service that is slow holds up nobody for longer than its time', async () => {
  service.answer = () => undefined;
  expect(await send(randomAddress())).toMatchObject({ status: 'pending-review', kept: { reason: 'security' } });
});

test('nobody is asked about a transfer to somebody here', async () => {
  const to = await world.person();
  expect(await send(to.address)).toMatchObject({ status: 'success' });
  expect(service.questions).toEqual([]);
});

test('until two operators have decided a rule, a send of any amount is held where the service is silent', async () => {
  service.answer = (_, response) => void response.writeHead(503).end();
  const held = await send(randomAddress(), '1');
  expect(held).toEqual({
    status: 'pending-review',
    kept: { rule: null, reason: 'security', evidence: [expect.any(Object)] },
  });
  expect(await send(randomAddress(), '1', { screeningUrl: undefined })).toMatchObject({ status: 'withdrawing' });
});

test('a send that was held keeps the rule of that moment, whatever is decided later', async () => {
  const to = randomAddress();
  service.hits.set(to, { reason: 'suspected-fraud', detail: 'Reported twice', reference: 'case 7' });
  const before = await setRule(world, { closedFrom });
  const held = await send(to);
  const later = await setRule(world, { closedFrom: 0n });
  expect([held, await send(to)]).toMatchObject([{ kept: { rule: before } }, { kept: { rule: later } }]);
});

test('a rule that has nobody asked about sends asks about none, and lists hold them all the same', async () => {
  const rule = await setRule(world, { sends: false });
  const to = randomAddress();
  service.hits.set(to, { reason: 'suspected-fraud', detail: 'Reported twice', reference: 'case 7' });
  expect(await send(to)).toEqual({ status: 'withdrawing', kept: undefined });
  await putOnList(world, { address: to });
  expect(await send(to)).toMatchObject({ status: 'pending-review', kept: { rule, reason: 'legal-order' } });
  expect(service.questions).toEqual([]);
});

test('nobody ends the asking that two operators decided by taking the service out of the settings', async () => {
  await setRule(world, { closedFrom });
  const nobody = { screeningUrl: undefined };
  expect(await send(randomAddress(), '50', nobody)).toMatchObject({
    status: 'pending-review',
    kept: { evidence: [{ service: 'no-answer', detail: 'no service is set' }] },
  });
  expect(await send(randomAddress(), '49.99', nobody)).toMatchObject({ status: 'withdrawing' });
});
