import { units, type Units } from '@tern/money/units';
import { createAuthenticator, type AssertionChanges } from '@tern/testkit/software-authenticator';
import type { SignerOrder } from '@tern/tron/signer-protocol';
import { describe, expect, test } from 'vitest';
import { giveApproval, listPending, requestPolicyApproval } from './approvals.ts';
import { signOrder } from './sign-order.ts';
import { fixedRules } from './signing-policy.ts';
import {
  openFixture,
  order,
  policy,
  receiver,
  storePolicy,
  usdt,
  type SignerFixture,
} from './testing/signer-fixture.ts';

const anna = createAuthenticator({ operator: 'Anna' });
const annasSpare = createAuthenticator({ operator: 'Anna' });
const ben = createAuthenticator({ operator: 'Ben', algorithm: 'EdDSA' });
const mallory = createAuthenticator({ operator: 'Mallory' });

const large = (changes: Partial<SignerOrder> = {}): SignerOrder =>
  order({
    payment: { kind: 'trc20', contract: usdt, to: receiver, amount: units(15_000n), feeLimitSun: units(100n) },
    ...changes,
  });

function withOperators() {
  const fixture = openFixture();
  const operators = [anna, annasSpare, ben].map(({ credential }) => credential);
  storePolicy(fixture, { operators });
  const deps = {
    clock: fixture.clock,
    store: fixture.deps.store,
    hotAddress: fixture.deps.keychain.addressAt({ purpose: 'hot', index: 0 }),
  };
  return {
    fixture,
    deps,
    sign: (wanted: SignerOrder) => signOrder({ ...fixture.deps, policy: policyOf(fixture) }, wanted),
    /** Asks, is refused, and returns the challenge of what the operators are asked. */
    ask: (wanted: SignerOrder): string => {
      expect(() => signOrder({ ...fixture.deps, policy: policyOf(fixture) }, wanted)).toThrow(
        expect.objectContaining({ code: 'approval-needed' }),
      );
      return listPending(deps)[0]?.challenge ?? '';
    },
    [Symbol.dispose]: () => fixture[Symbol.dispose](),
  };
}

function policyOf({ signer }: SignerFixture) {
  return { ...fixedRules, tokens: policy.tokens, ...signer.store.getPolicy().document };
}

const refused = (detail: string) =>
  expect.objectContaining({ code: 'assertion-refused', message: expect.stringContaining(detail) });

test('K06 a payment above the limit is signed after two operators approved what the signer itself says of it', () => {
  using world = withOperators();
  const challenge = world.ask(large());
  const [pending] = listPending(world.deps);
  expect(JSON.parse(pending?.statement ?? '')).toEqual({
    kind: 'order',
    signer: world.deps.hotAddress,
    order: 'w-1',
    asset: usdt,
    amount: '15000',
    to: receiver,
    askedAt: world.fixture.clock.now().toISOString(),
  });
  expect(giveApproval(world.deps, challenge, anna.assert(challenge))).toEqual({ given: 1, needed: 2 });
  expect(() => world.sign(large())).toThrow(expect.objectContaining({ code: 'approval-needed' }));
  expect(giveApproval(world.deps, challenge, ben.assert(challenge))).toEqual({ given: 2, needed: 2 });
  // The window has changed meanwhile; the payment has not.
  const signed = world.sign(large({ timestampMs: order().timestampMs + 60_000 }));
  expect(signed.txId).toMatch(/^[0-9a-f]{64}$/);
  expect(world.fixture.deps.store.findSigned('w-1', 1)).toMatchObject({ approved: true });
  // What two operators took on themselves leaves the day's limit to everybody else.
  expect(world.fixture.deps.store.sumSigned('usdt', 0)).toBe(0n);
});

test('K06 an approval is worth nothing for another amount, receiver or order', () => {
  using world = withOperators();
  const challenge = world.ask(large());
  for (const key of [anna, ben]) giveApproval(world.deps, challenge, key.assert(challenge));
  const other = (changes: object): SignerOrder =>
    large({ payment: { ...large().payment, ...changes } as SignerOrder['payment'] });
  for (const wanted of [
    other({ amount: units(15_001n) }),
    other({ to: world.deps.hotAddress.replace(/./u, 'T') as typeof receiver }),
    large({ orderId: 'w-2' }),
  ]) {
    expect(() => world.sign(wanted)).toThrow(/approval-needed|destination-not-allowed/);
  }
  world.sign(large());
});

describe('K06 what is no approval', () => {
  test('the same operator twice, with the same key or a spare one', () => {
    using world = withOperators();
    const challenge = world.ask(large());
    giveApproval(world.deps, challenge, anna.assert(challenge));
    for (const key of [anna, annasSpare]) {
      expect(() => giveApproval(world.deps, challenge, key.assert(challenge))).toThrow(refused('already'));
    }
    expect(() => world.sign(large())).toThrow('approval-needed');
  });

  test('somebody who is not enrolled, and an operator who is not any more', () => {
    using world = withOperators();
    const challenge = world.ask(large());
    expect(() => giveApproval(world.deps, challenge, mallory.assert(challenge))).toThrow(refused('no enrolled'));
    for (const key of [anna, ben]) giveApproval(world.deps, challenge, key.assert(challenge));
    storePolicy(world.fixture, { operators: [anna.credential, mallory.credential] });
    expect(() => world.sign(large())).toThrow('approval-needed');
  });

  test('an assertion replayed for another order', () => {
    using world = withOperators();
    const first = world.ask(large());
    const given = anna.assert(first);
    giveApproval(world.deps, first, given);
    world.fixture.clock.advance(1);
    const second = world.ask(large({ orderId: 'w-2' }));
    expect(second).not.toBe(first);
    expect(() => giveApproval(world.deps, second, given)).toThrow(refused('challenge'));
  });

  test.each<[string, AssertionChanges, string]>([
    ['another challenge', { challenge: 'AAAA' }, 'another challenge'],
    ['a registration', { type: 'webauthn.create' }, 'not an assertion'],
    ['another origin', { origin: 'https://console.example.com.evil.com' }, 'another origin'],
    ['a page inside a frame', { crossOrigin: true }, 'frame'],
    ['another relying party', { rpId: 'example.com' }, 'relying party'],
    ['nobody present', { flags: 0x04 }, 'present'],
    ['nobody verified', { flags: 0x01 }, 'verified'],
    ['attested data', { flags: 0x45 }, 'attested'],
    ['bytes nobody announced', { extraBytes: Uint8Array.of(1) }, 'unknown bytes'],
  ])('%s', (_name, changes, detail) => {
    using world = withOperators();
    const challenge = world.ask(large());
    for (const key of [anna, ben]) {
      expect(() => giveApproval(world.deps, challenge, key.assert(challenge, changes))).toThrow(refused(detail));
    }
    expect(listPending(world.deps)[0]?.given).toBe(0);
  });

  test('a counter that stands still or goes back', () => {
    using world = withOperators();
    const first = world.ask(large());
    giveApproval(world.deps, first, anna.assert(first, { signCount: 1_000_000 }));
    world.fixture.clock.advance(1);
    const second = world.ask(large({ orderId: 'w-2' }));
    for (const signCount of [0, 999_999, 1_000_000]) {
      expect(() => giveApproval(world.deps, second, anna.assert(second, { signCount }))).toThrow(refused('counter'));
    }
    giveApproval(world.deps, second, anna.assert(second, { signCount: 1_000_001 }));
  });

  test('a changed byte anywhere', () => {
    using world = withOperators();
    const challenge = world.ask(large());
    for (const key of [anna, ben]) {
      const good = key.assert(challenge, { signCount: 2_000_000 });
      for (const part of ['authenticatorData', 'clientDataJson', 'signature'] as const) {
        const bytes = Buffer.from(good[part], 'base64url');
        // Every seventh: parts of both ends and of every field, in a second.
        for (let at = 0; at < bytes.length; at += 7) {
          const changed = Buffer.from(bytes);
          changed.writeUInt8(changed.readUInt8(at) ^ 0x10, at);
          const assertion = { ...good, [part]: changed.toString('base64url') };
          expect(() => giveApproval(world.deps, challenge, assertion)).toThrow('assertion-refused');
        }
      }
      giveApproval(world.deps, challenge, good);
    }
  });

  test('one that comes a day late, or was given a day ago', () => {
    using world = withOperators();
    const challenge = world.ask(large());
    giveApproval(world.deps, challenge, anna.assert(challenge, { signCount: 3_000_000 }));
    world.fixture.clock.advance(24 * 60 * 60 * 1_000);
    expect(() => giveApproval(world.deps, challenge, ben.assert(challenge))).toThrow(refused('nothing to approve'));
    expect(() => world.sign(large())).toThrow('approval-needed');
    expect(listPending(world.deps)).toHaveLength(1);
  });
});

test('K06 what enough operators have approved waits for nobody, and neither does a proposal that another overtook', () => {
  using world = withOperators();
  const waiting = (): readonly string[] => listPending(world.deps).map(({ challenge }) => challenge);
  const payment = world.ask(large());
  giveApproval(world.deps, payment, anna.assert(payment, { signCount: 6_000_000 }));
  expect(waiting()).toEqual([payment]);
  giveApproval(world.deps, payment, ben.assert(payment, { signCount: 6_000_000 }));
  expect(waiting()).toEqual([]);
  const { document } = world.fixture.signer.store.getPolicy();
  const [wanted] = [1n, 2n].map((sun) => {
    world.fixture.clock.advance(1);
    return requestPolicyApproval(world.deps, { ...document, feeLimitMaxSun: units(sun) }).challenge;
  });
  expect(waiting()).toHaveLength(2);
  for (const key of [anna, ben])
    giveApproval(world.deps, wanted ?? '', key.assert(wanted ?? '', { signCount: 6_000_001 }));
  expect(waiting()).toEqual([]);
});

test('K06 asking ten thousand times asks the operators a thousand times at most', () => {
  using world = withOperators();
  for (let at = 0; at < 1_200; at += 1) {
    expect(() => world.sign(large({ orderId: `flood-${at}` }))).toThrow('approval-needed');
  }
  expect(listPending(world.deps)).toHaveLength(1_000);
});

describe('K06 the policy', () => {
  const raised = (fixture: SignerFixture, perOrder: Units) => {
    const { document } = fixture.signer.store.getPolicy();
    return { ...document, limits: { ...document.limits, usdt: { perOrder, perDay: perOrder } } };
  };

  test('changes with two operators, and with neither less', () => {
    using world = withOperators();
    const { store } = world.fixture.deps;
    const wanted = raised(world.fixture, units(15_000n));
    const { challenge } = requestPolicyApproval(world.deps, wanted);
    giveApproval(world.deps, challenge, ben.assert(challenge));
    expect(store.getPolicy().document.limits.usdt.perOrder).toBe(1_000n);
    giveApproval(world.deps, challenge, anna.assert(challenge, { signCount: 4_000_000 }));
    expect(store.getPolicy().document).toEqual(wanted);
    world.sign(large());
  });

  test('does not change by a proposal that another change overtook', () => {
    using world = withOperators();
    const first = requestPolicyApproval(world.deps, raised(world.fixture, units(2_000n))).challenge;
    const second = requestPolicyApproval(world.deps, raised(world.fixture, units(3_000n))).challenge;
    let signCount = 5_000_000;
    const give = (challenge: string): void => {
      for (const key of [anna, ben])
        giveApproval(world.deps, challenge, key.assert(challenge, { signCount: (signCount += 1) }));
    };
    give(second);
    expect(() => give(first)).toThrow(refused('changed since'));
    expect(world.fixture.deps.store.getPolicy().document.limits.usdt.perOrder).toBe(3_000n);
  });
});
