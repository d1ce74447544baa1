import { randomUUID } from 'node:crypto';
import { systemClock } from '@tern/base/clock';
import type { DraftId, RecordId } from '@tern/base/ids';
import { units } from '@tern/money/units';
import { openScreeningStandIn, type ScreeningService } from '@tern/testkit/screening-service';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openScreening } from '../../people/screening/public.ts';
import { putOnList } from '../../people/screening/testing/put-on-list.ts';
import { createPayoutWorld, type PayoutWorld } from '../payouts/testing/payout-world.ts';
import { confirmDraft } from './confirm-draft.ts';
import { randomAddress } from './testing/sending-world.ts';

// Goal: what an outside service says about a receiver holds a send before it is approved, and its silence holds what the settings
// name. Method: sends as people confirm them, and a service written from the documentation, over real HTTP.
const secret = 'a secret of this test, long enough';
const closedFrom = 50_000_000n;
let world: PayoutWorld;
let service: ScreeningService;
beforeAll(async () => {
  [world, service] = [await createPayoutWorld(), await openScreeningStandIn(secret)];
});
beforeEach(() => {
  service.answer = undefined;
  service.questions.length = 0;
});
afterAll(async () => {
  await service.close();
  await world.close();
});

/** Confirms a send of so much; what became of it, and what is kept of the answer. */
async function send(to: string, amount = '100'): Promise<{ readonly status: string; readonly kept: unknown }> {
  const from = await world.person({ usdt: 1_000_000_000n });
  const draft = await world.draft(from, { to, amount });
  const named = { screeningUrl: service.url, screeningTimeoutMs: 500, screeningClosedFrom: units(closedFrom) };
  const input = {
    session: from,
    draftId: draft.id as DraftId,
    hash: draft.hash,
    idempotencyKey: randomUUID(),
    tradePassword: '258036',
    authenticatorCode: '123456',
  };
  const deps = { ...world.deps, screening: openScreening(named, { secret, clock: systemClock }) };
  const record = await confirmDraft(deps, input);
  // The same request again is answered as before, and nobody is asked again.
  const asked = service.questions.length;
  expect(await confirmDraft(deps, input)).toEqual(record);
  expect(service.questions).toHaveLength(asked);
  return { status: record.status, kept: await keptOf(record.id as RecordId) };
}
async function keptOf(recordId: RecordId): Promise<unknown> {
  const { rows } = await sql<{ reason: string; evidence: unknown }>`
    SELECT c.reason, c.evidence FROM screening_cases c JOIN withdrawals w ON w.id = c.withdrawal_id
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
    kept: { reason: 'suspected-fraud', evidence: [hit] },
  });
  await putOnList(world, { address: to });
  const { kept } = await send(to);
  expect(kept).toMatchObject({ reason: 'legal-order', evidence: [{ list: 'Test list' }, hit] });
});

test('without an answer a send from the amount of the settings on is held, and a smaller one goes on', async () => {
  service.answer = (_, response) => void response.writeHead(503).end();
  expect(await send(randomAddress(), '50')).toEqual({
    status: 'pending-review',
    kept: {
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
