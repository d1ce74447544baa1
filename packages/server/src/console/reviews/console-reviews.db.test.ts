import { systemClock } from '@tern/base/clock';
import type { PersonId, WithdrawalId } from '@tern/base/ids';
import { isProblem } from '@tern/contracts/problem';
import type { ReviewDecisionInput } from '@tern/contracts/routes/console-reviews';
import { transact } from '@tern/db/transact';
import { units } from '@tern/money/units';
import { inviteOperator } from '@tern/testkit/operators';
import { softwarePasskey } from '@tern/testkit/software-passkey';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPayoutWorld, type PayoutWorld } from '../../money/payouts/testing/payout-world.ts';
import { randomAddress } from '../../money/transfers/testing/sending-world.ts';
import { freezePerson } from '../../people/accounts/public.ts';
import { leavingOneRow, recordOperatorAction } from '../../people/operators/public.ts';
import { putOnList } from '../../people/screening/testing/put-on-list.ts';
import { beginEnrolment } from '../access/begin-enrolment.ts';
import { consoleDefaults, type ConsoleAccessDeps } from '../access/console-settings.ts';
import { finishEnrolment } from '../access/finish-enrolment.ts';
import { readConsoleSession } from '../access/read-console-session.ts';
import type { ConsoleSession } from '../console-context.ts';
import { findReviewCase, type ReviewDeps } from './find-review-case.ts';
import { reviewDecision } from './review-decision.ts';

const consoleUrl = 'http://localhost:4310';
const origin = { ip: '127.0.0.1', userAgent: 'test' };
const usdt = (whole: number): bigint => BigInt(whole) * 1_000_000n;

type TestOperator = {
  readonly session: ConsoleSession;
  readonly key: ReturnType<typeof softwarePasskey>;
};

let world: PayoutWorld;
let deps: ReviewDeps & ConsoleAccessDeps;
let nadia: TestOperator;
let jonas: TestOperator;

beforeAll(async () => {
  world = await createPayoutWorld();
  const level = { shareBasisPoints: 200n, floorPercent: 50n, minimum: units(usdt(1_000)) };
  deps = {
    db: world.asConsole,
    clock: systemClock,
    settings: { ...consoleDefaults, productName: 'Testwallet', consoleUrl },
    terms: world.deps.terms,
    hot: { usdt: level, trx: level, reward: level },
    mayDecide: ({ role }) => role === 'reviewer',
  };
  nadia = await enrol('nadia');
  jonas = await enrol('jonas');
});
afterAll(() => world.close());

async function enrol(name: string): Promise<TestOperator> {
  const { link } = await inviteOperator(world.db, { name, role: 'reviewer', consoleUrl });
  const token = link.split('#')[1] ?? '';
  const key = softwarePasskey(consoleUrl);
  const { ceremonyId, challenge } = await beginEnrolment(deps, { token });
  const opened = await finishEnrolment(deps, { token, ceremonyId, passkey: key.make(challenge), origin });
  const session = await readConsoleSession(deps, opened, origin);
  if (session === null) throw new Error('no session');
  return { session, key };
}

/** A send that operators have to look at: between two people here, which needs no chain, unless it says where to. */
async function underReview(
  amount: string,
  address?: string,
): Promise<{ id: WithdrawalId; to: Awaited<ReturnType<PayoutWorld['person']>> }> {
  const [from, to] = [await world.person({ usdt: usdt(50_000) }), await world.person()];
  const record = await world.confirm(from, await world.draft(from, { to: address ?? to.address, amount }));
  const { rows } = await sql<{ id: WithdrawalId }>`
    SELECT id FROM withdrawals WHERE record_id = ${record.id}`.execute(world.db.kysely);
  const id = rows[0]?.id;
  if (id === undefined) throw new Error('no withdrawal');
  return { id, to };
}

const approval = (id: WithdrawalId): ReviewDecisionInput => ({ id, decision: 'approve', note: 'Called back' });

type Signed = Parameters<ReturnType<typeof reviewDecision>['carryOut']>[0]['input'] & {
  readonly session: ConsoleSession;
};

const ask = (said: ReviewDecisionInput, session: ConsoleSession) =>
  reviewDecision(deps).ask({ input: said, context: { session } });

async function sign({ session, key }: TestOperator, said: ReviewDecisionInput) {
  const { ceremonyId, challenge } = await ask(said, session);
  return { ceremonyId, passkey: key.use(challenge) };
}

/** As the route does. */
const take = ({ session, ...input }: Signed) =>
  leavingOneRow(async () => (await reviewDecision(deps).carryOut({ input, context: { session } })).outcome);

async function decide(operator: TestOperator, said: ReviewDecisionInput): Promise<string> {
  const { session } = operator;
  return outcome(sign(operator, said).then((proof) => take({ said, session, proof })));
}

const outcome = (work: Promise<string>): Promise<string> =>
  work.catch((error: unknown) => {
    if (isProblem(error, 'DECISION_REFUSED')) return error.data.reason;
    if (isProblem(error, 'PASSKEY_REFUSED')) return 'PASSKEY_REFUSED';
    throw error;
  });

async function stateOf(id: WithdrawalId): Promise<string> {
  const { rows } = await sql<{ state: string }>`SELECT state FROM withdrawals WHERE id = ${id}`.execute(
    world.db.kysely,
  );
  return rows[0]?.state ?? 'none';
}

describe('O01 a send that needs two', () => {
  test('is not approved by one operator in five ways, and once by two, both named in the log', async () => {
    const { id, to } = await underReview('12500');
    expect(await decide(nadia, approval(id))).toBe('second-operator-needed');
    // Twice.
    expect(await decide(nadia, approval(id))).toBe('already-decided-by-you');
    // From a second session.
    const { session } = nadia;
    const again = { ...nadia, session: { ...session, sessionId: '00000000-0000-4000-8000-000000000000' } };
    expect(await decide(again, approval(id))).toBe('already-decided-by-you');
    // Past the page, with an answer of one's own to a question of another's.
    const asked = await ask(approval(id), jonas.session);
    const borrowed = { ceremonyId: asked.ceremonyId, passkey: nadia.key.use(asked.challenge) };
    expect(await outcome(take({ said: approval(id), session: jonas.session, proof: borrowed }))).toBe(
      'PASSKEY_REFUSED',
    );
    expect(await outcome(take({ said: approval(id), session, proof: borrowed }))).toBe('PASSKEY_REFUSED');
    // Under a second name: the same key is not enrolled twice.
    const { link } = await inviteOperator(world.db, { name: 'nadia2', role: 'reviewer', consoleUrl });
    const token = link.split('#')[1] ?? '';
    const begun = await beginEnrolment(deps, { token });
    const second = { token, ceremonyId: begun.ceremonyId, passkey: nadia.key.make(begun.challenge), origin };
    expect(await outcome(finishEnrolment(deps, second))).toBe('PASSKEY_REFUSED');
    expect(await stateOf(id)).toBe('under-review');

    expect(await decide(jonas, approval(id))).toBe('approved');
    expect(await stateOf(id)).toBe('completed');
    expect(await world.balance(to)).toBe(`${usdt(12_500)}/0`);
    const { rows } = await sql<{ kind: string; name: string }>`
      SELECT a.kind, o.name FROM operator_actions a JOIN operators o ON o.id = a.operator_id
       WHERE a.subject = ${id} ORDER BY seq`.execute(world.db.kysely);
    expect(rows.map(({ kind, name }) => `${name} ${kind}`)).toEqual([
      'nadia withdrawal-approved',
      'jonas withdrawal-approved',
    ]);
    await world.checkBooks();
  });
});

describe('O05 what is signed', () => {
  test('holds for exactly this send and this decision, once', async () => {
    const [one, other] = [await underReview('6000'), await underReview('7000')];
    const proof = await sign(nadia, approval(one.id));
    const { session } = nadia;
    expect(await outcome(take({ said: approval(other.id), session, proof }))).toBe('PASSKEY_REFUSED');
    const spent = await outcome(take({ said: approval(one.id), session, proof }));
    expect(spent).toBe('PASSKEY_REFUSED');
    const rejected: ReviewDecisionInput = { id: one.id, decision: 'reject', reason: 'limit', note: 'Too much' };
    const second = await sign(nadia, approval(one.id));
    expect(await outcome(take({ said: rejected, session, proof: second }))).toBe('PASSKEY_REFUSED');
    expect([await stateOf(one.id), await stateOf(other.id)]).toEqual(['under-review', 'under-review']);
  });

  test('is written down in words with the amount and the receiver, with the signature', async () => {
    const { id, to } = await underReview('5500');
    expect(await decide(nadia, approval(id))).toBe('approved');
    const { rows } = await sql<{ signed: { statement: string; assertion: { signature: string } } }>`
      SELECT details->'signed' AS signed FROM operator_actions WHERE subject = ${id}`.execute(world.db.kysely);
    expect(JSON.parse(rows[0]?.signed.statement ?? '{}')).toMatchObject({
      action: 'reviews.decide',
      operator: 'nadia',
      content: { decision: 'approve', id },
      facts: {
        asset: 'usdt',
        amount: String(usdt(5_500)),
        about: [{ as: 'receiver', name: to.address }, { as: 'person' }],
      },
    });
    expect(rows[0]?.signed.assertion.signature).toMatch(/^[\w-]{80,}$/);
  });
});

test('H08 a rejection has a reason of a closed list, and everything held returns', async () => {
  const { id } = await underReview('8000');
  const said: ReviewDecisionInput = { id, decision: 'reject', reason: 'receiver-risk', note: 'Named in two reports' };
  expect(await decide(nadia, said)).toBe('rejected');
  expect(await stateOf(id)).toBe('rejected');
  const found = await findReviewCase(deps, { id, session: jonas.session });
  expect(found.decisions).toMatchObject([
    { operator: 'nadia', decision: 'reject', reason: 'receiver-risk: Named in two reports' },
  ]);
  expect(found.obstacle).toBe('not-open');
});

test('H08 the page of a frozen person’s send shows the freeze, offers no approval, and what a later freeze stops', async () => {
  const { id } = await underReview('7500');
  const { rows } = await sql<{
    person: PersonId;
  }>`SELECT person_id AS person FROM withdrawals WHERE id = ${id}`.execute(world.db.kysely);
  const personId = rows[0]?.person as PersonId;
  const { operatorId } = nadia.session;
  await transact(world.asConsole, async (tx) => {
    await freezePerson(tx, { personId, reason: 'legal-order', days: 3, operatorId, now: systemClock.now() });
    await recordOperatorAction(tx, { operatorId, kind: 'person-frozen', subject: personId });
  });
  const found = await findReviewCase(deps, { id, session: jonas.session });
  expect(found.obstacle).toBe('account-on-hold');
  expect(found.person.stops).toMatchObject([{ kind: 'account-frozen', reason: 'legal-order', forbidsApproval: true }]);
  expect(await decide(jonas, approval(id))).toBe('account-on-hold');
  expect(await stateOf(id)).toBe('under-review');
});

test('O05 the second operator signs what the first one has said', async () => {
  const { id } = await underReview('12000');
  expect(await decide(nadia, approval(id))).toBe('second-operator-needed');
  expect(await decide(jonas, approval(id))).toBe('approved');
  const { rows } = await sql<{ statement: string }>`
    SELECT details->'signed'->>'statement' AS statement FROM operator_actions
     WHERE subject = ${id} ORDER BY seq DESC LIMIT 1`.execute(world.db.kysely);
  expect(JSON.parse(rows[0]?.statement ?? '{}')).toMatchObject({
    operator: 'jonas',
    facts: { earlier: [{ operator: 'nadia', decision: 'approve', said: 'Called back' }] },
  });
});

test('one page shows what speaks for and against a send, and why somebody cannot decide', async () => {
  const sender = await world.person({ usdt: usdt(40_000) });
  const [friend, stranger] = [await world.person(), await world.person()];
  const send = async (amount: string, to: string) => world.confirm(sender, await world.draft(sender, { to, amount }));
  for (const amount of ['100', '150']) await send(amount, friend.address);
  await sql`
    UPDATE withdrawals SET changed_at = changed_at - interval '25 hours' WHERE person_id = ${sender.personId}`.execute(
    world.db.kysely,
  );
  // A large one within the day makes the next one no more usual.
  await send('4900', friend.address);
  const record = await send('11000', stranger.address);
  const { rows } = await sql<{ id: WithdrawalId }>`
    SELECT id FROM withdrawals WHERE record_id = ${record.id}`.execute(world.db.kysely);
  const id = rows[0]?.id as WithdrawalId;
  const found = await findReviewCase(deps, { id, session: nadia.session });
  expect(found.evidence.map(({ about, tone }) => `${tone} ${about}`)).toEqual([
    'good balance-explained',
    'warning unusual-amount',
    'warning young-account',
    'warning receiver-first-by-anyone',
  ]);
  expect(found.evidence[1]?.facts).toMatchObject({ usual: String(usdt(100)), times: 110 });
  expect(found).toMatchObject({
    amount: String(usdt(11_000)),
    approvalsNeeded: 2,
    obstacle: null,
    person: { id: sender.personId, available: String(usdt(40_000 - 5_150 - 11_000)) },
    lastTransfers: [{ state: 'completed' }, { state: 'completed' }, { state: 'completed' }],
    limits: { largestUsdt: String(usdt(20_000)), leftTodayUsdt: String(usdt(50_000 - 5_150 - 11_000)) },
  });
  expect(await decide(nadia, approval(id))).toBe('second-operator-needed');
  expect((await findReviewCase(deps, { id, session: nadia.session })).obstacle).toBe('decided-by-you');
  const viewer = { ...jonas.session, role: 'viewer' as const };
  expect((await findReviewCase(deps, { id, session: viewer })).obstacle).toBe('role');
  expect((await findReviewCase(deps, { id, session: jonas.session })).obstacle).toBeNull();
});

test('O05 the page names who sent the money, and a sender seen once, a device of today and a first send count against it', async () => {
  const [sender, friend, stranger, to] = [
    await world.person(),
    await world.person({ usdt: usdt(1_000) }),
    await world.person({ usdt: usdt(19_000) }),
    await world.person(),
  ];
  const give = async (from: typeof sender, amount: string) =>
    world.confirm(from, await world.draft(from, { to: sender.address, amount }));
  for (const amount of ['40', '50']) await give(friend, amount);
  // Most of the send, and below what operators look at by itself.
  await give(stranger, '4500');
  await world.fund(sender, 'usdt', usdt(2_000));
  await sql`
    INSERT INTO security_events (id, person_id, kind, at)
    VALUES (gen_random_uuid(), ${sender.personId}, 'signed-in-new-device', clock_timestamp())`.execute(world.db.kysely);
  const record = await world.confirm(sender, await world.draft(sender, { to: to.address, amount: '6000' }));
  const { rows } = await sql<{ id: WithdrawalId }>`
    SELECT id FROM withdrawals WHERE record_id = ${record.id}`.execute(world.db.kysely);
  const show = () => findReviewCase(deps, { id: rows[0]?.id as WithdrawalId, session: nadia.session });
  const found = await show();
  expect(found.arrivals).toMatchObject([
    { amount: String(usdt(4_500)), fromAddress: stranger.address, fromPerson: { id: stranger.personId }, times: 1 },
    { amount: String(usdt(50)), fromAddress: friend.address, fromPerson: { id: friend.personId }, times: 2 },
    { amount: String(usdt(40)), fromPerson: { id: friend.personId }, times: 2 },
  ]);
  const against = ['sender-seen-once', 'new-device', 'first-send', 'young-account'].map((about) => `warning ${about}`);
  expect(found.evidence.map(({ about, tone }) => `${tone} ${about}`)).toEqual(expect.arrayContaining(against));
  // What the sender does after the send was asked for takes nothing back.
  await give(stranger, '1');
  const again = await show();
  expect(again.arrivals[0]).toMatchObject({ amount: String(usdt(1)), times: 2 });
  expect(again.evidence.map(({ about }) => about)).toContain('sender-seen-once');
});

test('O05 money of a sender seen before does not count against a send', async () => {
  const [sender, friend, to] = [await world.person(), await world.person({ usdt: usdt(19_000) }), await world.person()];
  for (const amount of ['4000', '4100'])
    await world.confirm(friend, await world.draft(friend, { to: sender.address, amount }));
  const record = await world.confirm(sender, await world.draft(sender, { to: to.address, amount: '6000' }));
  const { rows } = await sql<{ id: WithdrawalId }>`
    SELECT id FROM withdrawals WHERE record_id = ${record.id}`.execute(world.db.kysely);
  const found = await findReviewCase(deps, { id: rows[0]?.id as WithdrawalId, session: nadia.session });
  expect(found.evidence.map(({ about }) => about)).not.toContain('sender-seen-once');
});

test('M36 what the signer remembers to have signed is approved after the deadline of its case, and nobody signs a rejection', async () => {
  const listed = randomAddress();
  await putOnList(world, { address: listed });
  const { id } = await underReview('100', listed);
  await sql`UPDATE screening_cases SET opened_at = opened_at - interval '4 days', until = until - interval '4 days'
             WHERE withdrawal_id = ${id}`.execute(world.db.kysely);
  const rejected: ReviewDecisionInput = { id, decision: 'reject', reason: 'receiver-risk', note: 'On a list' };
  expect(await decide(nadia, approval(id))).toBe('deadline-over');
  await sql`INSERT INTO payouts_signed_before (withdrawal_id) VALUES (${id})`.execute(world.db.kysely);
  await expect(ask(rejected, nadia.session)).rejects.toMatchObject({ data: { reason: 'may-have-paid' } });
  expect(await decide(nadia, approval(id))).toBe('approved');
  expect(await stateOf(id)).toBe('approved');
});
