import { readFileSync } from 'node:fs';
import { units } from '@tern/money/units';
import { createAuthenticator } from '@tern/testkit/software-authenticator';
import { expect, test } from 'vitest';
import { listPending } from './approvals.ts';
import {
  addOperator,
  changePolicy,
  removeOperator,
  setCold,
  setFeeLimit,
  setLimit,
  setMessages,
} from './change-policy.ts';
import { confirmWords } from './confirm-words.ts';
import { openSignerDirectory } from './open-signer.ts';
import { emptyPolicy, findPolicyGaps, readPolicy, writePolicy } from './policy-document.ts';
import { wordsPath } from './seed-file.ts';
import { openFixture, receiver } from './testing/signer-fixture.ts';

const credentialOf = (operator: string, options: object = {}): string =>
  JSON.stringify(createAuthenticator({ operator, ...options }).credential);

test('K06 the machine decides until two operators are enrolled; from then on it only proposes', () => {
  using fixture = openFixture();
  const { store, clock, keychain } = fixture.deps;
  const deps = { store, clock };
  expect(changePolicy(deps, setLimit('usdt', '10000', '50000.5'))).toBe('in force');
  expect(changePolicy(deps, addOperator('Anna', credentialOf('Anna')))).toBe('in force');
  expect(changePolicy(deps, addOperator('Anna', credentialOf('Anna')))).toBe('in force');
  expect(changePolicy(deps, addOperator('Ben', credentialOf('Ben', { algorithm: 'EdDSA' })))).toBe('in force');
  expect(store.getPolicy().document.limits.usdt).toEqual({ perOrder: 10_000_000_000n, perDay: 50_000_500_000n });
  for (const change of [setLimit('usdt', '1000000', '1000000'), setCold(receiver), setFeeLimit('1000')]) {
    expect(changePolicy(deps, change)).toBe('waits for two operators');
  }
  expect(() => changePolicy(deps, removeOperator('Ben'))).toThrow('remain');
  expect(store.getPolicy().document.limits.usdt.perOrder).toBe(10_000_000_000n);
  const hotAddress = keychain.addressAt({ purpose: 'hot', index: 0 });
  expect(listPending({ ...deps, hotAddress }).map(({ kind }) => kind)).toEqual(['policy', 'policy', 'policy']);
});

test('K12 texts are signed as many as people decided, and none before; two operators decide on them too', () => {
  using fixture = openFixture();
  const { store, clock } = fixture.deps;
  expect(emptyPolicy.messages).toBeUndefined();
  changePolicy({ store, clock }, setMessages('20', '2000'));
  expect(store.getPolicy().document.messages).toEqual({ perAddress: 20, perDay: 2_000 });
  changePolicy({ store, clock }, setMessages('off', ''));
  expect(store.getPolicy().document).not.toHaveProperty('messages');
  for (const operator of ['Anna', 'Ben']) changePolicy({ store, clock }, addOperator(operator, credentialOf(operator)));
  expect(changePolicy({ store, clock }, setMessages('20', '2000'))).toBe('waits for two operators');
  for (const [perAddress, perDay] of [
    ['0', '5'],
    ['6', '5'],
    ['1001', '2000'],
    ['1', '1000001'],
    ['1.5', '2'],
    ['', ''],
    ['-1', '5'],
  ] as const)
    expect(() => setMessages(perAddress, perDay)).toThrow('1 to 1000 texts');
});

test('what is no change is refused with a sentence', () => {
  using fixture = openFixture();
  const { deps } = fixture;
  expect(() => setLimit('usdt', '1e9', '1')).toThrow('not an amount');
  expect(() => setLimit('usdt', '2', '1')).toThrow('higher than the limit for a day');
  expect(() => setLimit('trx', '0.0000001', '1')).toThrow('not an amount');
  expect(() => setCold('T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb')).toThrow('not an address');
  for (const [credential, fault] of [
    [credentialOf('Ann<a>'), 'the name'],
    [credentialOf('Anna', { origin: 'http://console.example.com' }), 'https'],
    [credentialOf('Anna', { origin: 'https://evil.com' }), 'does not belong'],
    [credentialOf('Anna').replace('ES256', 'EdDSA'), 'not one of EdDSA'],
  ] as const) {
    const name = (JSON.parse(credential) as { operator: string }).operator;
    expect(() => addOperator(name, credential)).toThrow(fault);
  }
  const credential = credentialOf('Anna');
  changePolicy(deps, addOperator('Anna', credential));
  expect(() => changePolicy(deps, addOperator('Ben', credential))).toThrow('already');
  expect(() => changePolicy(deps, removeOperator('Cleo'))).toThrow('not enrolled');
});

test('K06 the cold address is none whose key the signer has, whichever way it is set', () => {
  using fixture = openFixture();
  const { store, clock, keychain } = fixture.deps;
  const before = store.getPolicy();
  for (const purpose of ['hot', 'fee'] as const) {
    const own = keychain.addressAt({ purpose, index: 0 });
    expect(() => changePolicy({ store, clock }, setCold(own))).toThrow('Name an address whose key is elsewhere');
  }
  expect(store.getPolicy()).toEqual(before);
});

test('K06 in production nothing is signed before limits, cold address and two operators are enrolled', () => {
  using fixture = openFixture();
  const { place, clock } = fixture;
  confirmWordsOf(fixture);
  fixture.signer.store.putPolicy({ version: 2, document: emptyPolicy, atMs: 0, reason: 'test' });
  fixture.signer.close();
  expect(() => openSignerDirectory(place, 'production', clock)).toThrow(
    /no limits.*no fee limit.*no cold address.*fewer than two operators/,
  );
  fixture.reopen();
  const enrolment = [
    setLimit('usdt', '10000', '50000'),
    setFeeLimit('100'),
    setCold(receiver),
    addOperator('Anna', credentialOf('Anna')),
    addOperator('Ben', credentialOf('Ben')),
  ];
  for (const change of enrolment) expect(changePolicy(fixture.deps, change)).toBe('in force');
  fixture.signer.close();
  openSignerDirectory(place, 'production', clock).close();
  fixture.reopen();
});

test('a policy reads back as it was written', () => {
  const { credential } = createAuthenticator({ operator: 'Anna', algorithm: 'EdDSA' });
  const policy = {
    ...emptyPolicy,
    limits: { ...emptyPolicy.limits, reward: { perOrder: units(10n ** 25n), perDay: units(10n ** 26n) } },
    coldAddress: receiver,
    messages: { perAddress: 20, perDay: 2_000 },
    operators: [credential],
  };
  expect(readPolicy(writePolicy(policy))).toEqual(policy);
  expect(findPolicyGaps(policy)).toHaveLength(2);
});

function confirmWordsOf(fixture: ReturnType<typeof openFixture>): void {
  const words = readFileSync(wordsPath(fixture.place.directory), 'utf8');
  fixture.signer.store.close();
  expect(confirmWords(fixture.place, words, fixture.clock)).toBe(true);
  fixture.reopen();
}
