import { type AddressEntryId, newId } from '@tern/base/ids';
import { isProblem } from '@tern/contracts/problem';
import type { AddressRule } from '@tern/contracts/routes/address-book';
import { transact } from '@tern/db/transact';
import type { TronAddress } from '@tern/tron/address';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addAddress } from '../../people/address-book/add-address.ts';
import type { AddressBookDeps } from '../../people/address-book/deps.ts';
import { undoAddressChanges } from '../../people/address-book/public.ts';
import { removeAddress } from '../../people/address-book/remove-address.ts';
import { setAddressRule } from '../../people/address-book/set-address-rule.ts';
import { listReceivers } from '../../people/records/public.ts';
import { checkAddress } from './check-address.ts';
import { createSendingWorld, randomAddress, type SendingWorld, type TestPerson } from './testing/sending-world.ts';
import { isHotAddress } from './withdrawal-store.ts';

let world: SendingWorld;
let book: AddressBookDeps;
beforeAll(async () => {
  world = await createSendingWorld();
  book = {
    db: world.asApi,
    contracts: {},
    authorize: () => Promise.resolve(),
    noteChange: () => Promise.resolve(),
    isHotAddress,
    listReceivers,
  };
});
afterAll(() => world.drop());

const factors = { tradePassword: '258036', authenticatorCode: '123456' };
const origin = { ip: '203.0.113.7', userAgent: 'Test browser' };
const rich = () => world.person({ usdt: 1_000_000_000n });

const switchRule = (session: TestPerson, rule: AddressRule, on: boolean) =>
  setAddressRule(book, { session, rule, on, origin, ...factors });
const save = (session: TestPerson, address: TronAddress, label = 'Lena') =>
  addAddress(book, { session, networkId: 'tron', address, label, origin, ...factors });
const forget = (session: TestPerson, id: string) => removeAddress(book, { session, id: id as AddressEntryId });

/** As if this much time had gone by for everything the person's book and rules wait for. */
async function letHoursPass({ personId }: TestPerson, hours: number): Promise<void> {
  const { kysely } = world.db;
  await sql`UPDATE address_book_entries SET added_at = added_at - make_interval(hours => ${hours})
     WHERE person_id = ${personId}`.execute(kysely);
  await sql`UPDATE address_rules SET off_asked_at = off_asked_at - make_interval(hours => ${hours}),
       off_at = off_at - make_interval(hours => ${hours}) WHERE person_id = ${personId}`.execute(kysely);
}

async function outcome(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (error === undefined) return 'ok';
  return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}
const draft = (from: TestPerson, to: TestPerson) => world.draft(from, { to: to.address, amount: '5' });
const send = async (from: TestPerson, to: TestPerson) => world.confirm(from, await draft(from, to));

describe('M33 only addresses of the book', () => {
  test('M33 are paid while that rule is on, whoever else was paid before', async () => {
    const [ana, ben, cem] = [await rich(), await world.person(), await world.person()];
    await send(ana, ben);
    await switchRule(ana, 'listed-only', true);
    expect(await outcome(draft(ana, ben))).toBe('ADDRESS_NOT_LISTED');
    await save(ana, cem.address);
    expect(await outcome(send(ana, cem))).toBe('ok');
    const report = await checkAddress(world.deps, { ...ana, assetId: 'usdt', to: ben.address });
    expect(report.ownRule).toEqual({ code: 'ADDRESS_NOT_LISTED', until: null });
    await world.checkBooks();
  });

  test('M33 a draft made before the rule came on, or before its address left the book, is not confirmed', async () => {
    const [ana, ben] = [await rich(), await world.person()];
    const early = await draft(ana, ben);
    await switchRule(ana, 'listed-only', true);
    expect(await outcome(world.confirm(ana, early))).toBe('ADDRESS_NOT_LISTED');
    const { id } = await save(ana, ben.address);
    const allowed = await draft(ana, ben);
    await forget(ana, id);
    expect(await outcome(world.confirm(ana, allowed))).toBe('ADDRESS_NOT_LISTED');
    expect(await world.balance(ana)).toBe('1000000000/0');
  });

  test('M33 of forgetting an address and confirming at the same moment, nothing is paid after it is forgotten', async () => {
    const [ana, ben] = [await rich(), await world.person()];
    await switchRule(ana, 'listed-only', true);
    for (let round = 0; round < 10; round += 1) {
      const { id } = await save(ana, ben.address);
      const ready = await draft(ana, ben);
      const [sent] = await Promise.all([outcome(world.confirm(ana, ready)), forget(ana, id)]);
      expect(['ok', 'ADDRESS_NOT_LISTED']).toContain(sent);
      expect(await outcome(draft(ana, ben))).toBe('ADDRESS_NOT_LISTED');
    }
    await world.checkBooks();
  });

  test('moves between one’s own wallets need no listing', async () => {
    const ana = await rich();
    const second = await world.person();
    await sql`UPDATE wallets SET person_id = ${ana.personId}, is_default = false, position = 2 WHERE id = ${second.walletId}`.execute(
      world.db.kysely,
    );
    await switchRule(ana, 'listed-only', true);
    await switchRule(ana, 'new-address-wait', true);
    expect(await outcome(draft(ana, second))).toBe('ok');
  });
});

describe('M33 new addresses wait a day', () => {
  test('M33 in the book, and are paid from then on; those paid before do not wait', async () => {
    const [ana, ben, cem] = [await rich(), await world.person(), await world.person()];
    await send(ana, ben);
    await switchRule(ana, 'new-address-wait', true);
    expect(await outcome(send(ana, ben))).toBe('ok');
    const error = await draft(ana, cem).catch((thrown: unknown) => thrown);
    expect(isProblem(error, 'ADDRESS_WAITING') && error.data).toEqual({ until: null });
    const { payableFrom } = await save(ana, cem.address);
    const waiting = await draft(ana, cem).catch((thrown: unknown) => thrown);
    expect(isProblem(waiting, 'ADDRESS_WAITING') && waiting.data).toEqual({ until: payableFrom });
    await letHoursPass(ana, 23);
    expect(await outcome(draft(ana, cem))).toBe('ADDRESS_WAITING');
    await letHoursPass(ana, 1);
    expect(await outcome(send(ana, cem))).toBe('ok');
  });

  test('M33 forgetting an address and saving it again starts the wait anew', async () => {
    const [ana, ben] = [await rich(), await world.person()];
    await switchRule(ana, 'new-address-wait', true);
    const { id } = await save(ana, ben.address);
    await letHoursPass(ana, 25);
    expect(await outcome(draft(ana, ben))).toBe('ok');
    await forget(ana, id);
    await save(ana, ben.address);
    expect(await outcome(draft(ana, ben))).toBe('ADDRESS_WAITING');
  });
});

describe('M33 switching a rule off', () => {
  test('M33 takes a day, and asking again neither shortens nor restarts it', async () => {
    const [ana, ben] = [await rich(), await world.person()];
    await switchRule(ana, 'listed-only', true);
    const { on, endsAt } = await switchRule(ana, 'listed-only', false);
    expect(on && endsAt !== null).toBe(true);
    expect(await outcome(draft(ana, ben))).toBe('ADDRESS_NOT_LISTED');
    await letHoursPass(ana, 23);
    await switchRule(ana, 'listed-only', false);
    expect(await outcome(draft(ana, ben))).toBe('ADDRESS_NOT_LISTED');
    await letHoursPass(ana, 1);
    expect(await outcome(send(ana, ben))).toBe('ok');
  });

  test('M33 of switching off and sending at the same moment, nothing leaves to a new address', async () => {
    const [ana, ben] = [await rich(), await world.person()];
    const early = await draft(ana, ben);
    await switchRule(ana, 'listed-only', true);
    const [, , ...sent] = await Promise.all([
      switchRule(ana, 'listed-only', false),
      switchRule(ana, 'new-address-wait', false),
      ...Array.from({ length: 10 }, () => outcome(world.confirm(ana, early))),
    ]);
    expect(new Set(sent)).toEqual(new Set(['ADDRESS_NOT_LISTED']));
    expect(await world.balance(ana)).toBe('1000000000/0');
  });

  test('M33 and adding an address are both taken back by whoever stops the change', async () => {
    const [ana, ben, thief] = [await rich(), await world.person(), await world.person()];
    await switchRule(ana, 'new-address-wait', true);
    await save(ana, ben.address);
    await letHoursPass(ana, 48);
    const since = new Date();
    await save(ana, thief.address, 'Ben');
    await switchRule(ana, 'new-address-wait', false);
    await transact(world.asApi, (tx) => undoAddressChanges(tx, ana.personId, new Date(since.getTime() - 60_000)));
    await letHoursPass(ana, 48);
    expect(await outcome(draft(ana, thief))).toBe('ADDRESS_WAITING');
    expect(await outcome(draft(ana, ben))).toBe('ok');
  });
});

test('a book has each address once, no hazards and none of one’s own', async () => {
  const [ana, address] = [await rich(), randomAddress()];
  await save(ana, address);
  expect(await outcome(save(ana, address, 'Again'))).toBe('ADDRESS_LISTED_ALREADY');
  expect(await outcome(save(ana, ana.address))).toBe('ADDRESS_OWN');
  expect(await outcome(save(ana, randomAddress(), '  '))).toBe('ADDRESS_LABEL_INVALID');
  expect(await outcome(save(ana, randomAddress(), 'Le\u202Ena'))).toBe('ADDRESS_LABEL_INVALID');
  expect(await outcome(save(ana, 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb' as TronAddress))).toBe('ADDRESS_REFUSED');
  const other = await rich();
  expect(await outcome(forget(other, (await save(other, address)).id))).toBe('ok');
  expect(await outcome(forget(other, newId<AddressEntryId>()))).toBe('NOT_FOUND');
});
