import { newId, type PersonId, type WalletId } from '@tern/base/ids';
import { DomainError } from '@tern/contracts/problem';
import type { DraftView } from '@tern/contracts/routes/transfers';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDraft, type CreateDraftInput } from './create-draft.ts';
import type { SendingDeps } from './deps.ts';
import { openDraftLanes } from './draft-lanes.ts';
import { createSendingWorld, willingFactors, type SendingWorld, type TestPerson } from './testing/sending-world.ts';

// Goal: what is created together is created as if each draft were alone. Method: many people at one moment through the lanes of
// one process, each with something that speaks against their draft alone, or nothing.
let world: SendingWorld;
beforeAll(async () => {
  world = await createSendingWorld();
});
afterAll(() => world.drop());

type Outcome = { readonly code: string; readonly data?: unknown; readonly draft?: DraftView };

async function outcomeOf(draft: Promise<DraftView>): Promise<Outcome> {
  try {
    return { code: 'ok', draft: await draft };
  } catch (error) {
    return error instanceof DomainError ? { code: error.code, data: error.data } : { code: String(error) };
  }
}

/** What these people create at one moment, through the lanes of one process. */
function createAtOnce(
  inputs: readonly (Partial<CreateDraftInput> & Pick<CreateDraftInput, 'personId' | 'walletId' | 'to'>)[],
  deps: SendingDeps = world.deps,
): Promise<readonly Outcome[]> {
  const lanes = openDraftLanes(deps);
  const rest = { assetId: 'usdt', networkId: 'tron', feeFrom: 'balance', amount: '5', ip: '198.51.100.7' } as const;
  return Promise.all(
    inputs.map((input) => outcomeOf(createDraft(deps, { ...rest, acknowledged: ['first-time'], ...input }, lanes))),
  );
}

async function listReceiver(person: TestPerson, to: TestPerson, label: string): Promise<void> {
  await sql`
    INSERT INTO address_book_entries (id, person_id, network, address, label, added_at)
    VALUES (gen_random_uuid(), ${person.personId}, 'tron', ${to.address}, ${label}, now() - interval '2 days')`.execute(
    world.db.kysely,
  );
}

const switchOn = (person: TestPerson, rule: string) =>
  sql`INSERT INTO address_rules (person_id, rule) VALUES (${person.personId}, ${rule})`.execute(world.db.kysely);

const rich = () => world.person({ usdt: 100_000_000n });

test('in a set each is judged by their own facts: refusals keep their reason and stop nobody', async () => {
  const [ben, known] = [await world.person(), await world.person()];
  const [fine, poor, strict, waiting, locked, unbound, held, heldButKnown, missing] = [
    await rich(),
    await world.person({ usdt: 4_999_999n }),
    await rich(),
    await rich(),
    await rich(),
    await rich(),
    await rich(),
    await rich(),
    await rich(),
  ];
  await switchOn(strict, 'listed-only');
  await switchOn(waiting, 'new-address-wait');
  await world.confirm(heldButKnown, await world.draft(heldButKnown, { to: known.address, amount: '1' }));
  const until = new Date('2030-01-01T00:00:00.000Z');
  const deps: SendingDeps = {
    ...world.deps,
    factors: {
      ...willingFactors,
      listFactors: (_db, people) =>
        Promise.resolve(
          people.map((id) => ({
            tradePasswordSet: true,
            authenticatorBound: id !== unbound.personId,
            lockedUntil: id === locked.personId ? until : null,
          })),
        ),
      findHolds: (_db, people) =>
        Promise.resolve(
          new Map(
            people
              .filter((id) => id === held.personId || id === heldButKnown.personId)
              .map((id) => [id, { until, reason: 'recovered' as const }]),
          ),
        ),
    },
  };
  const outcomes = await createAtOnce(
    [
      { ...fine, to: ben.address },
      { ...poor, to: ben.address },
      { ...strict, to: ben.address },
      { ...waiting, to: ben.address },
      { ...locked, to: ben.address },
      { ...unbound, to: ben.address },
      { ...held, to: ben.address },
      { ...heldButKnown, to: known.address },
      { ...missing, walletId: fine.walletId, to: ben.address },
    ],
    deps,
  );
  expect(outcomes.map(({ code }) => code)).toEqual([
    'ok',
    'INSUFFICIENT_BALANCE',
    'ADDRESS_NOT_LISTED',
    'ADDRESS_WAITING',
    'FACTORS_LOCKED',
    'AUTHENTICATOR_NOT_BOUND',
    'SENDING_HELD',
    'ok',
    'NOT_FOUND',
  ]);
  expect(outcomes[1]?.data).toEqual({ assetId: 'usdt', available: '4999999' });
});

test('in a set each sees their own balance, book and history', async () => {
  const [ana, eva, ben, cem] = [await rich(), await world.person({ usdt: 50_000_000n }), await rich(), await rich()];
  await listReceiver(ana, ben, 'Brother');
  await listReceiver(eva, ben, 'Boss');
  await world.confirm(eva, await world.draft(eva, { to: cem.address, amount: '10' }));
  const asked = [
    { ...ana, to: ben.address },
    { ...eva, to: ben.address },
    { ...ben, to: cem.address, acknowledged: [] },
    { ...cem, to: eva.address },
  ];
  const [first, second, third, fourth] = await createAtOnce(asked);
  expect(first?.draft).toMatchObject({ toLabel: 'Brother', keeps: '95000000', to: ben.address });
  expect(second?.draft).toMatchObject({ toLabel: 'Boss', keeps: '35000000', to: ben.address });
  expect(third).toMatchObject({ code: 'WARNING_NOT_ACKNOWLEDGED', data: { verdicts: ['first-time'] } });
  expect(fourth?.draft).toMatchObject({ toLabel: null, to: eva.address });
  const [again] = await createAtOnce([{ ...eva, to: cem.address, acknowledged: [] }]);
  expect(again?.code).toBe('ok');
});

test('two drafts of one person at one moment are each judged by their own receiver', async () => {
  const [ana, listed, stranger] = [await rich(), await world.person(), await world.person()];
  await switchOn(ana, 'listed-only');
  await listReceiver(ana, listed, 'Brother');
  const receivers = [listed, stranger, listed, stranger];
  const outcomes = await createAtOnce(receivers.map(({ address }) => ({ ...ana, to: address })));
  expect(outcomes.map(({ code }) => code)).toEqual(['ok', 'ADDRESS_NOT_LISTED', 'ok', 'ADDRESS_NOT_LISTED']);
});

test('what waits at one moment shares its statements, and each draft is stored as it was shown', async () => {
  const receiver = await world.person();
  const people: TestPerson[] = [];
  while (people.length < 12) people.push(await rich());
  let reads = 0;
  const terms: SendingDeps['terms'] = {
    ...world.deps.terms,
    getCurrent: (db) => {
      reads += 1;
      return world.deps.terms.getCurrent(db);
    },
  };
  const outcomes = await createAtOnce(
    people.map((person) => ({ ...person, to: receiver.address })),
    { ...world.deps, terms },
  );
  expect(reads).toBe(1);
  for (const [at, person] of people.entries()) {
    const draft = outcomes[at]?.draft;
    expect(draft?.walletId).toBe(person.walletId);
    expect(draft && (await world.confirm(person, draft)).status).toBe('success');
  }
  await world.checkBooks();
});

test('a draft that breaks its set fails alone', async () => {
  const [ana, ben] = [await rich(), await rich()];
  const broken = { personId: newId<PersonId>(), walletId: 'no id' as WalletId };
  const outcomes = await createAtOnce([
    { ...ana, to: ben.address },
    { ...broken, to: ben.address },
    { ...ben, to: ana.address },
  ]);
  expect(outcomes.map(({ code }) => code)).toEqual([
    'ok',
    expect.stringContaining('invalid input syntax for type uuid'),
    'ok',
  ]);
});

test('a draft ends five minutes after it was stored, by the database’s clock', async () => {
  const [ana, ben] = [await rich(), await world.person()];
  const lanes = openDraftLanes(world.deps);
  const stored: Date[] = [];
  const keep: typeof lanes.keep = async (draft) => {
    const { rows } = await sql<{ now: Date }>`SELECT clock_timestamp() AS now`.execute(world.db.kysely);
    stored.push(rows[0]?.now ?? new Date(0));
    return await lanes.keep(draft);
  };
  const draft = await createDraft(
    world.deps,
    {
      ...ana,
      to: ben.address,
      assetId: 'usdt',
      networkId: 'tron',
      feeFrom: 'balance',
      amount: '5',
      acknowledged: ['first-time'],
    },
    { ...lanes, keep },
  );
  const { rows } = await sql<{ now: Date }>`SELECT clock_timestamp() AS now`.execute(world.db.kysely);
  const end = new Date(draft.expiresAt).getTime() - 5 * 60_000;
  expect(end).toBeGreaterThanOrEqual(Math.floor(stored[0]?.getTime() ?? Number.NaN));
  expect(end).toBeLessThanOrEqual(rows[0]?.now.getTime() ?? Number.NaN);
});

test('of one person eight questions wait at once, and more are refused at once; nobody else is', async () => {
  const [eager, ben] = [await rich(), await world.person({ usdt: 100_000_000n })];
  const to = ben.address;
  const outcomes = await createAtOnce([
    ...Array.from({ length: 12 }, () => ({ ...eager, to, amount: '1' })),
    { ...ben, to: eager.address, amount: '1' },
  ]);
  expect(outcomes.slice(0, 8).map(({ code }) => code)).toEqual(Array(8).fill('ok'));
  expect(outcomes.slice(8, 12)).toEqual(Array(4).fill({ code: 'TOO_MANY_REQUESTS', data: { retryAfterSeconds: 1 } }));
  expect(outcomes[12]?.code).toBe('ok');
});
