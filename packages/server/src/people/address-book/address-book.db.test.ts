import { type AddressEntryId, newId } from '@tern/base/ids';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { authorizeTransfer } from '../factors/testing/authorize-transfer.ts';
import {
  goodTradePassword,
  homeOrigin,
  openIdentityWorld,
  type IdentityWorld,
  type Registered,
} from '../identity/testing/identity-world.ts';
import { stopChange } from '../recovery/stop-change.ts';
import { noteAddressChange } from '../safeguards/public.ts';
import { addAddress } from './add-address.ts';
import { undoWidening } from './address-book-store.ts';
import type { AddressBookDeps } from './deps.ts';
import { getAddressBook } from './get-address-book.ts';
import { renameAddress } from './rename-address.ts';
import { keepAddressRule, setAddressRule } from './set-address-rule.ts';

let world: IdentityWorld;
let deps: AddressBookDeps;
let person: Registered;
let secret: string;
beforeAll(async () => {
  world = await openIdentityWorld();
  deps = {
    db: world.database.asApi,
    contracts: {},
    authorize: (factors) => authorizeTransfer(world.deps, factors),
    noteChange: (tx, change) => noteAddressChange(tx, world.deps, change),
    isHotAddress: () => Promise.resolve(false),
    listReceivers: () => Promise.resolve([]),
  };
  person = await world.registerPerson();
  await world.setUpTradePassword(person);
  secret = await world.bindAuthenticator(person);
});
afterAll(() => world.database.drop());

const address = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
const other = 'TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7';
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'ok',
    (error: unknown) => (error as { code?: string }).code ?? String(error),
  );

/** Both factors, right; each call moves on to the next code. */
async function rightFactors() {
  world.clock.advance(30_000);
  return { tradePassword: goodTradePassword, authenticatorCode: await world.authenticatorCode(secret) };
}
const save = (to: string, factors: { tradePassword: string; authenticatorCode: string }) =>
  addAddress(deps, {
    session: person,
    networkId: 'tron',
    address: to,
    label: 'Lena',
    origin: homeOrigin,
    ...factors,
  });
const book = () => getAddressBook(deps, person.personId);

async function notices(): Promise<string[]> {
  const rows = await world.database.db.kysely
    .selectFrom('outbox')
    .select('template')
    .where('template', 'like', 'notice-address%')
    .orderBy('created_at')
    .execute();
  return rows.map(({ template }) => template);
}

test('M33 a stolen session without the factors adds, renames and switches nothing', async () => {
  const right = await rightFactors();
  const wrong = [
    { ...right, tradePassword: '111111' },
    { ...right, authenticatorCode: '000000' },
  ];
  for (const factors of wrong) {
    expect(await codeOf(save(address, factors))).toMatch(/_WRONG$/);
  }
  expect(await codeOf(save(address, right))).toBe('ok');
  expect(await codeOf(save(other, right))).toBe('AUTHENTICATOR_CODE_USED');
  const id = (await book()).entries[0]?.id as AddressEntryId;
  const lazy = { session: person, origin: homeOrigin, ...right };
  expect(await codeOf(renameAddress(deps, { ...lazy, id, label: 'Mallory' }))).toBe('AUTHENTICATOR_CODE_USED');
  expect(await codeOf(setAddressRule(deps, { ...lazy, rule: 'listed-only', on: true }))).toBe(
    'AUTHENTICATOR_CODE_USED',
  );
  expect(await book()).toMatchObject({
    entries: [{ label: 'Lena', address }],
    rules: [
      { rule: 'listed-only', on: false, endsAt: null },
      { rule: 'new-address-wait', on: false, endsAt: null },
    ],
  });
  expect(await notices()).toEqual(['notice-address-added']);
});

test('M33 a new address and the end of a rule are told with a link; it takes both back and ends every session', async () => {
  const rule = 'listed-only' as const;
  const change = async (on: boolean) =>
    setAddressRule(deps, { session: person, rule, on, origin: homeOrigin, ...(await rightFactors()) });
  await change(true);
  expect((await change(false)).endsAt).not.toBeNull();
  expect(await keepAddressRule(deps, { session: person, rule })).toEqual({ rule, on: true, endsAt: null });
  await change(false);
  await save(other, await rightFactors());
  expect(await notices()).toEqual([
    'notice-address-added',
    'notice-address-rule-ending',
    'notice-address-rule-ending',
    'notice-address-added',
  ]);
  const newest = await world.database.db.kysely
    .selectFrom('outbox')
    .select(['id', 'values_sealed'])
    .where('template', '=', 'notice-address-added')
    .orderBy('created_at', 'desc')
    .executeTakeFirstOrThrow();
  const { link } = JSON.parse(world.deps.keys.outboxBox.open(newest.values_sealed ?? Buffer.alloc(0), newest.id)) as {
    link: string;
  };
  // The test's clock has run ahead of the database's, by which entries are kept.
  await world.database.db.pool.query("UPDATE security_stops SET created_at = now() - interval '1 minute'");
  const token = new URL(link).searchParams.get('token') ?? '';
  await stopChange({ ...world.deps, onStopped: undoWidening }, { token, origin: homeOrigin });
  const { entries, rules } = await book();
  expect(entries).toEqual([]);
  expect(rules[0]).toEqual({ rule, on: true, endsAt: null });
});

test('another person’s entry cannot be renamed', async () => {
  const stranger = await world.registerPerson();
  await world.setUpTradePassword(stranger);
  const theirs = await world.bindAuthenticator(stranger);
  const id = newId<AddressEntryId>();
  await world.database.db.pool.query(
    `INSERT INTO address_book_entries (id, person_id, network, address, label) VALUES ($1, $2, 'tron', $3, 'Mine')`,
    [id, person.personId, address],
  );
  const rename = renameAddress(deps, {
    session: stranger,
    id,
    label: 'Theirs',
    origin: homeOrigin,
    tradePassword: goodTradePassword,
    authenticatorCode: await world.authenticatorCode(theirs),
  });
  expect(await codeOf(rename)).toBe('NOT_FOUND');
});
