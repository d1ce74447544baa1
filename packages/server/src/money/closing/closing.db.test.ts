import { randomBytes, randomUUID } from 'node:crypto';
import type { AddressEntryId } from '@tern/base/ids';
import { transact } from '@tern/db/transact';
import { houseAccount, openCustomerAccount } from '@tern/ledger/account';
import { holdFunds } from '@tern/ledger/hold';
import { postJournal } from '@tern/ledger/post-journal';
import { units } from '@tern/money/units';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertEntry } from '../../people/address-book/address-book-store.ts';
import { upsertDiscovery } from '../../people/discovery/discovery-store.ts';
import { insertUsername } from '../../people/discovery/username-store.ts';
import {
  homeOrigin,
  openIdentityWorld,
  type IdentityWorld,
  type Registered,
} from '../../people/identity/testing/identity-world.ts';
import { setLevel } from '../../people/levels/testing/set-levels.ts';
import { insertPasskey } from '../../people/passkeys/passkey-store.ts';
import { connectionBox } from '../../people/wallet-connections/public.ts';
import {
  createFirstWallet,
  fillAddressPool,
  findWalletByAddress,
  getDefaultWallet,
  listOwnersAmong,
} from '../../people/wallets/public.ts';
import { addressOf } from '../deposits/testing/scripted-chain.ts';
import { setAssetSettings } from '../home/asset-settings.ts';
import { cancelClosing } from './cancel-closing.ts';
import { closeDueAccounts } from './close-due-accounts.ts';
import { startExport } from './export-data.ts';
import { getClosing } from './get-closing.ts';
import { prepareExport } from './prepare-export.ts';
import { requestClosing } from './request-closing.ts';

let world: IdentityWorld;
beforeAll(async () => {
  world = await openIdentityWorld({ codesPerTargetHour: 100, codesPerIpHour: 100, codeLifetimeMs: 3_600_000 });
  const listAddresses = async ({ from, count }: { from: number; count: number }) =>
    Array.from({ length: count }, (_, offset) => ({
      index: from + offset,
      address: addressOf(`closing ${from + offset}`),
      mac: 'seal',
    }));
  await fillAddressPool({ db: world.database.asWorker, keepFree: 20, listAddresses }, { limit: 20 });
});
afterAll(() => world.database.drop());

const codeOf = (error: unknown): string => (error as { code?: string }).code ?? String(error);
const outcome = (work: Promise<unknown>): Promise<string> => work.then(() => 'right', codeOf);
const reader = () => world.database.asApi.kysely;

async function register(): Promise<Registered> {
  const person = await world.registerPerson();
  await transact(world.database.asApi, (tx) => createFirstWallet(tx, person.personId));
  world.clock.advance(60_000);
  return person;
}
/** What only a person's own choices fill. */
async function plantOwnThings(person: Registered): Promise<void> {
  const { personId } = person;
  await setAssetSettings(world.database.asApi, person, { hidden: [], firstOnes: ['usdt'], hideSmall: true });
  await transact(world.database.asApi, async (tx) => {
    await upsertDiscovery(tx, personId, { byPhone: false, byEmail: true, byUsername: false, shownName: 'Ann' });
    await insertUsername(tx, personId, '@ann_b');
    await insertEntry(tx, {
      id: randomUUID() as AddressEntryId,
      personId,
      address: addressOf('a sister'),
      label: 'Sister',
    });
    await insertPasskey(tx, {
      id: randomUUID(),
      personId,
      credentialId: randomBytes(32),
      publicKey: randomBytes(77),
      signCount: 0,
      transports: ['internal'],
      synced: true,
      name: 'Phone',
      createdAt: world.clock.now(),
    });
  });
}
async function askToClose(person: Registered): Promise<void> {
  await requestClosing(world.deps, await world.prove(person, 'close-account'));
}
async function credit(person: Registered): Promise<void> {
  const wallet = await getDefaultWallet(reader(), person.personId);
  await transact(world.database.asWorker, async (tx) => {
    await postJournal(tx, {
      key: `test:${wallet.id}`,
      kind: 'deposit',
      legs: [
        {
          debit: await houseAccount(tx, 'custody:deposit', 'trx'),
          credit: await openCustomerAccount(tx, { personId: person.personId, walletId: wallet.id, asset: 'trx' }),
          asset: 'trx',
          amount: units(1n),
          code: 'deposit',
        },
      ],
    });
  });
}
const passDays = (days: number) =>
  world.database.db.pool.query(
    `UPDATE account_closings SET due_at = due_at - make_interval(days => $1), requested_at = requested_at - make_interval(days => $1)`,
    [days],
  );
const closeDue = () =>
  closeDueAccounts({ db: world.database.asWorker, clock: world.clock, keys: world.deps.keys }, { limit: 20 });
const stateOf = async (person: Registered): Promise<string> => {
  const { rows } = await world.database.db.pool.query('SELECT state FROM people WHERE id = $1', [person.personId]);
  return String(rows[0]?.state);
};
const noticesTo = async (person: Registered): Promise<string[]> => {
  const email = person.target.kind === 'email' ? person.target.email : '';
  const { rows } = await world.database.db.pool.query(
    "SELECT template FROM outbox WHERE recipient = $1 AND template LIKE 'notice-%' ORDER BY created_at",
    [email],
  );
  return rows.map(({ template }: { template: string }) => template);
};

test('an empty account closes after seven days, with a notice of each step; its e-mail is free again', async () => {
  const person = await register();
  const { address } = await getDefaultWallet(reader(), person.personId);
  await askToClose(person);
  expect(await closeDue()).toBe(0);
  await passDays(6);
  expect(await closeDue()).toBe(0);
  expect(await stateOf(person)).toBe('active');
  await passDays(1);
  expect(await closeDue()).toBe(1);
  expect(await stateOf(person)).toBe('closed');
  expect(await noticesTo(person)).toEqual(['notice-closing-requested', 'notice-account-closed']);
  await world.registerPerson({ target: person.target });
  // D18: what reaches the address from now on is nobody's.
  expect(await findWalletByAddress(reader(), address)).toBeUndefined();
  expect((await listOwnersAmong(reader(), [address])).get(address)).toBeUndefined();
});

test('D18 an account with a single unit in it cannot be closed, and one that money reached meanwhile stays open', async () => {
  const rich = await register();
  await credit(rich);
  expect(await outcome(askToClose(rich))).toBe('ACCOUNT_NOT_EMPTY');
  const later = await register();
  await askToClose(later);
  await credit(later);
  await passDays(8);
  await closeDue();
  expect(await stateOf(later)).toBe('active');
  expect((await getClosing(reader(), later.personId)).closing).toBeNull();
});

/** Rows of what is still to be paid by itself, without all that would lead to them. */
const owed = {
  'a claimed reward': ({ personId }: Registered, walletId: string) => sql`
    INSERT INTO participations (id, activity_id, person_id, state, entries, wallet_id, claimed_at)
    VALUES (gen_random_uuid(), gen_random_uuid(), ${personId}, 'claimed', 1, ${walletId}, now())`,
  'a bonus that waits': ({ personId }: Registered, walletId: string) => sql`
    INSERT INTO bonus_grants (campaign, person_id, wallet_id, state, amount)
    VALUES ('activation', ${personId}, ${walletId}, 'queued', 1)`,
  'the reward of a swap': ({ personId }: Registered, walletId: string) => sql`
    INSERT INTO swaps (id, quote_id, person_id, wallet_id, asset_out, asset_in, amount_out, amount_in, fee, available_after,
      reward, journal_id, record_id)
    VALUES (gen_random_uuid(), gen_random_uuid(), ${personId}, ${walletId}, 'usdt', 'trx', 1, 1, 0, 0, 1, 1, gen_random_uuid())`,
  'a share of a distribution': ({ personId }: Registered, walletId: string) => sql`
    WITH paying AS (
      INSERT INTO distributions (id, starts_at, ends_at, state, waits_for, formula_version, share_basis_points,
        closed_countries, next_share_basis_points, next_closed_countries, pool, distributed, remainder, total_weight,
        holders, swap_rewards, root)
      VALUES (gen_random_uuid(), now() - interval '1 day', now(), 'paying', '{}', 1, 1, '{}', 1, '{}', 1, 1, 0, 1, 1, 0,
        decode(repeat('00', 32), 'hex'))
      RETURNING id)
    INSERT INTO distribution_shares (distribution_id, number, account_id, person_id, wallet_id, pseudonym, weight, reward,
      swap_reward)
    SELECT id, 1, 1, ${personId}, ${walletId}, gen_random_uuid(), 1, 1, 0 FROM paying`,
} as const;

test.each(Object.entries(owed))('M43 an account that is still owed %s stays open', async (_, plant) => {
  const person = await register();
  const wallet = await getDefaultWallet(reader(), person.personId);
  await askToClose(person);
  await transact(world.database.db, async (tx) => {
    await sql`SET LOCAL session_replication_role = replica`.execute(tx);
    await plant(person, wallet.id).execute(tx);
  });
  await passDays(8);
  await closeDue();
  expect(await stateOf(person)).toBe('active');
  expect((await getClosing(reader(), person.personId)).closing).toBeNull();
});

test('D18 an account whose whole money is held for a transfer under way cannot be closed', async () => {
  const sender = await register();
  await credit(sender);
  const wallet = await getDefaultWallet(reader(), sender.personId);
  await transact(world.database.asApi, async (tx) =>
    holdFunds(tx, {
      key: `test:hold:${wallet.id}`,
      kind: 'withdrawal-hold',
      account: await openCustomerAccount(tx, { personId: sender.personId, walletId: wallet.id, asset: 'trx' }),
      amount: units(1n),
      asset: 'trx',
      code: 'withdrawal',
    }),
  );
  expect(await outcome(askToClose(sender))).toBe('ACCOUNT_NOT_EMPTY');
  expect((await getClosing(reader(), sender.personId)).closing).toBeNull();
});

test('the person changes their mind, as often as they like', async () => {
  const person = await register();
  for (let round = 0; round < 2; round += 1) {
    await askToClose(person);
    world.clock.advance(60_000);
    expect((await getClosing(reader(), person.personId)).closing).not.toBeNull();
    await cancelClosing(world.deps, { session: person, origin: homeOrigin });
  }
  await passDays(8);
  expect(await closeDue()).toBe(0);
  expect(await stateOf(person)).toBe('active');
});

test('without, or with a wrong, password or code nothing is closed or copied', async () => {
  const person = await register();
  const right = await world.prove(person, 'close-account');
  expect(await outcome(requestClosing(world.deps, { ...right, loginPassword: 'wrong password' }))).toBe(
    'LOGIN_PASSWORD_WRONG',
  );
  expect(await outcome(requestClosing(world.deps, { ...right, code: '000000' }))).toBe('CODE_WRONG');
  // A code for one step is good for no other.
  expect(await outcome(prepareExport(world.deps, right))).toBe('CODE_WRONG');
  expect((await getClosing(reader(), person.personId)).closing).toBeNull();
});

test('where an authenticator is bound it is asked for too', async () => {
  const person = await register();
  await world.bindAuthenticator(person);
  world.clock.advance(60_000);
  expect(await outcome(askToClose(person))).toBe('PRESENT_FACTOR_REQUIRED');
});

test('two workers at once close an account once', async () => {
  const person = await register();
  await askToClose(person);
  await passDays(8);
  const closed = await Promise.all([closeDue(), closeDue(), closeDue()]);
  expect(closed.reduce((sum, count) => sum + count, 0)).toBe(1);
  expect((await noticesTo(person)).filter((template) => template === 'notice-account-closed')).toHaveLength(1);
});

test('M08 the copy holds what is the person’s own, is given once, and to nobody else', async () => {
  const [person, stranger] = [await register(), await register()];
  await credit(person);
  await plantOwnThings(person);
  await setLevel(world.database, person.personId, 2);
  const { token } = await prepareExport(world.deps, await world.prove(person, 'export-data'));
  const deps = {
    ...{ db: world.database.asApi, confirmations: 19, countryCorrectionMinutes: 60, closedCountries: ['GB'] },
    connectionBox: connectionBox([randomBytes(32)]),
  };
  const start = (who: Registered) => startExport(deps, { personId: who.personId, token });
  expect(await outcome(start(stranger))).toBe('NOT_FOUND');
  let text = '';
  for await (const piece of await start(person)) text += piece;
  const copy = JSON.parse(text) as Record<string, unknown>;
  expect(Object.keys(copy)).toEqual([
    'account',
    'profile',
    'discovery',
    'preferences',
    'agreements',
    'wallets',
    'assetSettings',
    'addressBook',
    'priceAlerts',
    'connections',
    'passkeys',
    'activities',
    'complaints',
    'levels',
    'sessions',
    'records',
    'messages',
    'securityEvents',
  ]);
  expect(copy).toMatchObject({
    account: { contact: { kind: 'email' } },
    discovery: { byPhone: false, byEmail: true, byUsername: false, username: '@ann_b', shownName: 'Ann' },
    wallets: [{ name: 'Wallet 1', balances: { trx: '1' } }],
    assetSettings: { hidden: [], firstOnes: ['usdt'], hideSmall: true },
    addressBook: { entries: [{ label: 'Sister' }], rules: [{ on: false }, { on: false }] },
    passkeys: [{ name: 'Phone', usedAt: null }],
    levels: [{ level: 2, reference: 'case 7', from: expect.any(String), until: null }],
    sessions: [{ device: 'Unknown browser', userAgent: 'Another browser', proofs: expect.any(Array), endedAt: null }],
  });
  for (const secret of ['hash', 'argon2', 'sealed', 'token']) expect(text).not.toContain(secret);
  expect(await outcome(start(person))).toBe('NOT_FOUND');
});
