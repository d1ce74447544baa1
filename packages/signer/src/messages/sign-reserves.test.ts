import { findAddressFromHex } from '@tern/tron/address';
import { readReservesText } from '@tern/tron/reserves-text';
import type { ReservesOrder } from '@tern/tron/signer-protocol';
import { Trx } from 'tronweb';
import { expect, test } from 'vitest';
import { KeyRefusal } from '../keys/key-refusal.ts';
import { fee, hot } from '../plan-order.ts';
import { closeSigner } from '../quarantine.ts';
import { readReservesOrder } from '../read-request.ts';
import { recoverByHand } from '../testing/recover-by-hand.ts';
import { named, openFixture } from '../testing/signer-fixture.ts';
import { signReserves } from './sign-reserves.ts';

const block = { number: 71_227_000, id: '0f'.repeat(32) };
const order: ReservesOrder = { account: 'hot', number: 7, day: '2026-11-30', block, statementHash: 'ab'.repeat(32) };

function open() {
  const fixture = openFixture();
  const { keychain, store } = fixture.signer;
  const ask = (other: Partial<ReservesOrder> = {}) => signReserves({ keychain, store, named }, { ...order, ...other });
  return Object.assign(fixture, { ask });
}

test('K12 hot wallet and fee account sign a text of the signer’s making that names house, account, day, block and statement', () => {
  using fixture = open();
  const { keychain } = fixture.signer;
  for (const [account, place] of [
    ['hot', hot],
    ['fee', fee],
  ] as const) {
    const { text, signatureHex } = fixture.ask({ account });
    const address = keychain.addressAt(place);
    const { account: _, ...facts } = order;
    expect(readReservesText(text)).toEqual({ ...facts, house: 'wallet.sea-harrier.example', address });
    expect(Trx.verifyMessageV2(text, `0x${signatureHex}`)).toBe(address);
    expect(findAddressFromHex(recoverByHand(Buffer.from(text), signatureHex))).toBe(address);
    expect(fixture.ask({ account })).toEqual({ text, signatureHex });
  }
});

test('K12 a number stands for one statement for ever, and none is signed below the highest', () => {
  using fixture = open();
  fixture.ask();
  expect(() => fixture.ask({ account: 'fee', statementHash: 'cd'.repeat(32) })).toThrow('statement-changed');
  expect(() => fixture.ask({ number: 6 })).toThrow('statement-changed');
  expect(fixture.signer.store.findAnchor(7)).toBe('ab'.repeat(32));
  // Otherwise one request could leave no number for the statements that follow.
  expect(() => fixture.ask({ number: 408, statementHash: 'cd'.repeat(32) })).toThrow('malformed');
  fixture.ask({ number: 8, statementHash: 'cd'.repeat(32) });
  expect(fixture.ask().text).toContain('number 7');
});

test('K12 a signer that may have forgotten what it signed signs no statement', () => {
  using fixture = open();
  closeSigner({ clock: fixture.clock, store: fixture.signer.store }, 'a test');
  expect(() => fixture.ask()).toThrow('quarantined');
  expect(fixture.signer.store.findAnchor(7)).toBeUndefined();
});

test('K12 keys that sign no texts are a refusal, and the number stays bound', () => {
  using fixture = open();
  const { store, keychain } = fixture.signer;
  const signless = {
    ...keychain,
    signReserves: () => {
      throw new KeyRefusal('there is no such question');
    },
  };
  expect(() => signReserves({ keychain: signless, store, named }, order)).toThrow('messages-off');
  expect(() => fixture.ask({ statementHash: 'cd'.repeat(32) })).toThrow('statement-changed');
});

test.each([
  ['a text of somebody’s', { text: 'reserves 1' }],
  ['a deposit address', { account: 'deposit' }],
  ['cold storage', { account: 'cold' }],
  ['another house', { house: 'exchange.example' }],
  ['a day that is a line', { day: '2026-11-30\naddress x' }],
  ['a hash that is a text', { statementHash: 'pay me' }],
  ['no number', { number: 0 }],
  ['a number that no statement has', { number: 2 ** 31 }],
  ['a block without an id', { block: { number: 1 } }],
])('K12 what asks for %s is refused', (_, other) => {
  expect(() => readReservesOrder({ ...order, ...other })).toThrow('malformed');
});
