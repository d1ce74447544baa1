import { expect, test } from 'vitest';
import { openSignerDirectory } from '../open-signer.ts';
import { draft, openCeremony, page, pageKey } from '../testing/ceremony-fixture.ts';
import { receiver } from '../testing/signer-fixture.ts';

test('O01 K06 the first policy is in force once everybody whom it enrols has signed it, and the signer starts then', async () => {
  using ceremony = await openCeremony();
  const { desk, store, place } = ceremony;
  const [anna, spare, ben, cleo] = ['Anna', 'Anna', 'Ben', 'Cleo'].map((name) => pageKey(name));
  if (!anna || !spare || !ben || !cleo) throw new Error('no keys');
  for (const key of [anna, spare, ben, cleo]) ceremony.enrol(key);
  expect((await desk.getState()).enrolled.map(({ operator }) => operator)).toEqual(['Anna', 'Anna', 'Ben', 'Cleo']);
  desk.propose(draft);
  const [request] = (await desk.getState()).pending;
  expect(request).toMatchObject({ kind: 'policy', given: 0, needed: 3 });
  expect(JSON.parse(request?.statement ?? '')).toMatchObject({
    signer: ceremony.hotAddress,
    version: 1,
    network: 'nile',
    witnesses: ['Wanda Witness'],
  });
  await ceremony.sign(anna, ben);
  expect(store.getPolicy().version).toBe(0);
  expect((await desk.getState()).inForce).toBeUndefined();
  await expect(ceremony.sign(spare)).rejects.toThrow('already');
  await ceremony.sign(cleo);
  expect(store.getPolicy()).toMatchObject({
    version: 1,
    document: { coldAddress: receiver, limits: { usdt: { perOrder: 1_000_000_000n } } },
  });
  expect(await desk.getState()).toMatchObject({
    mode: 'decide',
    enrolled: [],
    pending: [],
    inForce: { witnesses: ['Wanda Witness'] },
  });
  expect(() => desk.propose(draft)).toThrow('enrolled already');
  ceremony.closeStore();
  openSignerDirectory(place, 'production').close();
});

test('O01 a further key waits for two operators, and a draft that was changed is not put in force', async () => {
  using ceremony = await openCeremony();
  const [anna, ben, cleo] = [pageKey('Anna'), pageKey('Ben'), pageKey('Cleo')];
  for (const key of [anna, ben]) ceremony.enrol(key);
  ceremony.desk.propose(draft);
  const [outdated] = (await ceremony.desk.getState()).pending;
  await ceremony.sign(anna);
  ceremony.clock.advance(1);
  ceremony.desk.propose({ ...draft, feeLimit: '90' });
  await ceremony.sign(anna, ben);
  expect(ceremony.store.getPolicy().document.feeLimitMaxSun).toBe(90_000_000n);
  const late = outdated?.challenge ?? '';
  await expect(async () => ceremony.desk.approve(late, ben.assert(late))).rejects.toThrow('changed since');
  ceremony.clock.advance(1);
  ceremony.enrol(cleo);
  expect(ceremony.store.getPolicy().document.operators).toHaveLength(2);
  await expect(ceremony.sign(cleo)).rejects.toThrow('no enrolled operator');
  await ceremony.sign(anna, ben);
  expect(ceremony.store.getPolicy().document.operators.map(({ operator }) => operator)).toEqual([
    'Anna',
    'Ben',
    'Cleo',
  ]);
});

test('O05 a key is enrolled by what it signs here, and by nothing that a browser says of it', async () => {
  using ceremony = await openCeremony();
  const { desk, clock } = ceremony;
  const [anna, other, elsewhere] = [pageKey('Anna'), pageKey('Anna'), pageKey('Anna', 'http://localhost:4391')];
  const finish = (key: typeof anna, assertion: (challenge: string) => ReturnType<typeof anna.assert>): void => {
    const { challenge } = desk.beginEnrolment('Anna');
    desk.finishEnrolment(challenge, key.credential, assertion(challenge));
  };
  const { credentialId } = anna.credential;
  for (const [assertion, fault] of [
    [(challenge: string) => ({ ...other.assert(challenge), credentialId }), 'wrong signature'],
    [(challenge: string) => other.assert(challenge), 'Another security key'],
    [(challenge: string) => ({ ...elsewhere.assert(challenge), credentialId }), 'another origin'],
    [(challenge: string) => anna.assert(challenge, { flags: 0x01 }), 'verified'],
    [() => anna.assert('AAAA'), 'another challenge'],
  ] as const)
    expect(() => finish(anna, assertion)).toThrow(fault);
  const { challenge } = desk.beginEnrolment('Anna');
  const late = anna.assert(challenge);
  clock.advance(5 * 60 * 1_000);
  expect(() => desk.finishEnrolment(challenge, anna.credential, late)).toThrow('five minutes');
  ceremony.enrol(anna);
  expect(() => ceremony.enrol(anna)).toThrow('already');
  expect((await desk.getState()).enrolled).toHaveLength(1);
});

test('what is no policy for real money is refused with a sentence', async () => {
  using ceremony = await openCeremony();
  const { desk, hotAddress } = ceremony;
  ceremony.enrol(pageKey('Anna'));
  expect(() => desk.propose(draft)).toThrow('fewer than two operators');
  ceremony.enrol(pageKey('Ben'));
  const nothing = { perOrder: '', perDay: '' };
  expect(() => desk.propose({ ...draft, cold: hotAddress })).toThrow('hot wallet');
  expect(() => desk.propose({ ...draft, cold: page.origin })).toThrow('not an address');
  expect(() => desk.propose({ ...draft, limits: { usdt: nothing, trx: nothing, reward: nothing } })).toThrow(
    'no limits',
  );
  expect((await desk.getState()).pending).toEqual([]);
});
