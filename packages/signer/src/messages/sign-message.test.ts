import { createHash } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import { findAddressFromHex } from '@tern/tron/address';
import type { SealedAddress, SignerMessage } from '@tern/tron/signer-protocol';
import { Trx, TronWeb } from 'tronweb';
import { describe, expect, test } from 'vitest';
import { KeyRefusal } from '../keys/key-refusal.ts';
import { storePath } from '../open-store.ts';
import { closeSigner } from '../quarantine.ts';
import { sealAddress } from '../seal-address.ts';
import { recoverByHand } from '../testing/recover-by-hand.ts';
import { named, openFixture, startMs, storePolicy, type SignerFixture } from '../testing/signer-fixture.ts';
import { signMessage } from './sign-message.ts';

const hour = 60 * 60 * 1_000;
const text = 'app.harbour.example wants you to sign in with your Tron account. Nonce: 7f3a91c0d2';

function open(messages = { perAddress: 3, perDay: 5 }): SignerFixture & {
  readonly from: (index: number) => SealedAddress;
  readonly ask: (message: Partial<SignerMessage>) => string;
} {
  const fixture = openFixture();
  storePolicy(fixture, { messages });
  const from = (index: number): SealedAddress => sealAddress(fixture.signer.keychain, index);
  return Object.assign(fixture, {
    from,
    ask: (message: Partial<SignerMessage>) =>
      signMessage(
        { clock: fixture.clock, keychain: fixture.signer.keychain, store: fixture.signer.store, named },
        { messageId: 'm-1', from: from(0), text, ...message },
      ).signatureHex,
  });
}

describe('K12 a signed text is what the ecosystem verifies', () => {
  test.each([
    ['ASCII', text],
    ['Chinese', '欢迎来到海港！请签名以登录。随机数：8271'],
    ['emoji and joiners', 'Sign in to Harbour 🦆👩‍👩‍👧‍👦 می‌خواهید'],
    ['a composed and a decomposed letter', 'Café and Cafe\u0301 at Harbour'],
    ['white space around', '  Sign in to Harbour \n'],
    ['2,000 bytes', `Sign in to Harbour ${'and so on '.repeat(300)}`.slice(0, 2_000)],
    ['what looks like a number of bytes', '0x48 is not read as hexadecimal'],
  ])('%s: by the Tron JavaScript library, and by a computation of our own', (_name, message) => {
    using fixture = open();
    const { address } = fixture.from(0);
    const signatureHex = fixture.ask({ text: message });
    expect(Trx.verifyMessageV2(message, `0x${signatureHex}`)).toBe(address);
    expect(findAddressFromHex(recoverByHand(Buffer.from(message), signatureHex))).toBe(address);
  });

  test('a signature over 32 bytes would be one over a hash, which is why such a text is refused', () => {
    using fixture = open();
    const thirtyTwo = 'Sign in to the Harbour Market 12';
    const key = createHash('sha256').update('a key of the test').digest('hex');
    const signature = Trx.signMessageV2(thirtyTwo, key);
    // The older form, and contracts: the same prefix with a fixed 32, and then the hash.
    expect(
      Trx.verifySignature(
        Buffer.from(thirtyTwo).toString('hex'),
        String(TronWeb.address.fromPrivateKey(key)),
        signature,
      ),
    ).toBe(true);
    expect(() => fixture.ask({ text: thirtyTwo })).toThrow('message-refused: digest');
  });
});

test('K12 320 to 329 bytes are also the older form of the same text with a digit before it, and of nothing else', () => {
  using fixture = open();
  const { address } = fixture.from(0);
  const message = `Sign in to Harbour ${'and so on '.repeat(40)}`.slice(0, 325);
  const signature = `0x${fixture.ask({ text: message })}`;
  const isOlder = (older: string) => Trx.verifySignature(Buffer.from(older).toString('hex'), address, signature);
  expect(isOlder(`5${message}`)).toBe(true);
  expect(isOlder(message)).toBe(false);
});

test('K12 the same message id has the same signature for ever, over a restart, and stands for nothing else', () => {
  using fixture = open();
  const signed = fixture.ask({});
  fixture.signer.close();
  fixture.reopen();
  expect(fixture.ask({})).toBe(signed);
  expect(() => fixture.ask({ text: `${text}.` })).toThrow('message-changed');
  expect(() => fixture.ask({ from: fixture.from(1) })).toThrow('message-changed');
  expect(fixture.signer.store.countMessages(0)).toBe(1);
});

describe('K12 who may not sign a text', () => {
  test('an address that is not under the seal, or under the seal of another', () => {
    using fixture = open();
    const [first, second] = [fixture.from(0), fixture.from(1)];
    const hot = fixture.signer.keychain.addressAt({ purpose: 'hot', index: 0 });
    for (const from of [
      { ...first, address: hot },
      { ...first, index: 1 },
      { ...first, mac: second.mac },
      { ...first, mac: '00'.repeat(32) },
    ])
      expect(() => fixture.ask({ from })).toThrow('malformed');
    expect(fixture.signer.store.countMessages(0)).toBe(0);
  });

  test.each(['hot', 'fee', 'cold'] as const)('the %s key, whoever asks for it', (purpose) => {
    using fixture = open();
    expect(() => fixture.signer.keychain.signMessage({ purpose, index: 0 }, text)).toThrow('only a deposit address');
  });

  test('an address that is, or ever was, a cold address or an owner of the house', () => {
    using fixture = open();
    const { store } = fixture.signer;
    const cold = fixture.from(7);
    const owner = fixture.from(8);
    const { messages } = store.getPolicy().document;
    if (messages === undefined) throw new Error('messages');
    const owners = { addresses: [owner.address], threshold: 1 };
    storePolicy(fixture, { messages, coldAddress: cold.address, owners });
    storePolicy(fixture, { messages });
    expect(() => fixture.ask({ from: cold })).toThrow('message-refused: house');
    expect(() => fixture.ask({ from: owner })).toThrow('message-refused: house');
    expect(() => fixture.ask({ text: `Sign in with ${cold.address}` })).toThrow('message-refused: house');
  });
});

describe('K12 when no text is signed', () => {
  test('while the policy says nothing of texts, as in production before operators decide', () => {
    using fixture = open();
    storePolicy(fixture);
    expect(() => fixture.ask({})).toThrow('messages-off');
  });

  test('in quarantine; what was signed before is given out again', () => {
    using fixture = open();
    const signed = fixture.ask({});
    closeSigner({ clock: fixture.clock, store: fixture.signer.store }, 'a key may be in other hands');
    expect(fixture.ask({})).toBe(signed);
    expect(() => fixture.ask({ messageId: 'm-2' })).toThrow('quarantined');
  });

  test('by keys that sign no texts: a refusal, and no fault that is tried again', () => {
    using fixture = open();
    const keychain = {
      ...fixture.signer.keychain,
      signMessage: () => {
        throw new KeyRefusal('there is no such question');
      },
    };
    const deps = { clock: fixture.clock, keychain, store: fixture.signer.store, named };
    expect(() => signMessage(deps, { messageId: 'm-1', from: fixture.from(0), text })).toThrow('messages-off');
  });

  test('by keys that sign another text: nothing is recorded or given out', () => {
    using fixture = open();
    const real = fixture.signer.keychain;
    const keychain: typeof real = { ...real, signMessage: (place) => real.signMessage(place, `${text}!`) };
    const deps = { clock: fixture.clock, keychain, store: fixture.signer.store, named };
    expect(() => signMessage(deps, { messageId: 'm-1', from: fixture.from(0), text })).toThrow('signature');
    expect(fixture.signer.store.countMessages(0)).toBe(0);
  });
});

describe('K12 limits', () => {
  test('of one address and of all, for 24 hours, kept over a restart; refused texts count for nothing', () => {
    using fixture = open();
    const sign = (id: string, index: number) => fixture.ask({ messageId: id, from: fixture.from(index) });
    for (const id of ['a', 'b', 'c']) sign(id, 0);
    expect(() => fixture.ask({ messageId: 'no', from: fixture.from(1), text: 'I am an OKX address' })).toThrow();
    fixture.signer.close();
    fixture.reopen();
    expect(() => sign('d', 0)).toThrow('message-limit: 3 of one address');
    for (const id of ['e', 'f']) sign(id, 1);
    expect(() => sign('g', 2)).toThrow('message-limit: 5 of all');
    fixture.clock.advance(24 * hour - 1);
    expect(() => sign('h', 2)).toThrow('message-limit');
    fixture.clock.advance(1);
    sign('h', 2);
  });

  test('are not opened by a clock that is set back', () => {
    using fixture = open();
    for (const id of ['a', 'b', 'c']) fixture.ask({ messageId: id });
    fixture.clock.set(new Date(0));
    expect(() => fixture.ask({ messageId: 'd' })).toThrow('message-limit');
    // What is signed under a clock that is wrong counts once the clock is right again.
    for (const id of ['e', 'f']) fixture.ask({ messageId: id, from: fixture.from(1) });
    fixture.clock.set(new Date(startMs));
    expect(() => fixture.ask({ messageId: 'g', from: fixture.from(2) })).toThrow('message-limit: 5 of all');
  });
});

test('K12 the record has the whole text, who allowed it and when, and stays as it is', () => {
  using fixture = open();
  const signatureHex = fixture.ask({});
  const { store } = fixture.signer;
  const { address } = fixture.from(0);
  expect(store.listMessages(address)).toEqual([
    {
      messageId: 'm-1',
      index: 0,
      address,
      text,
      signatureHex,
      policyVersion: store.getPolicy().version,
      signedAtMs: fixture.clock.nowMs(),
    },
  ]);
  fixture.signer.store.close();
  const database = new DatabaseSync(storePath(fixture.place.directory));
  expect(() => database.exec("UPDATE signed_messages SET text = 'other'")).toThrow('never changed');
  expect(() => database.exec('DELETE FROM signed_messages')).toThrow('never deleted');
  database.close();
  fixture.reopen();
});
