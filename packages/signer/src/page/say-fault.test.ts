import { SignerUnavailable } from '@tern/tron/signer-fault';
import { expect, test } from 'vitest';
import { draft, openCeremony, pageKey } from '../testing/ceremony-fixture.ts';
import { sayFault } from './say-fault.ts';

const faultOf = async (work: () => unknown): Promise<string> => {
  try {
    await work();
  } catch (error) {
    return sayFault(error);
  }
  return 'no fault';
};

test('what a security key was refused for is one sentence with what to do next', async () => {
  using ceremony = await openCeremony();
  const { desk } = ceremony;
  const [anna, spare, ben, mallory] = [pageKey('Anna'), pageKey('Anna'), pageKey('Ben'), pageKey('Mallory')];
  for (const key of [anna, spare, ben]) ceremony.enrol(key);
  desk.propose(draft);
  const challenge = (await desk.getState()).pending[0]?.challenge ?? '';
  const approve = (key: typeof anna, changes = {}) =>
    faultOf(() => desk.approve(challenge, key.assert(challenge, changes)));
  expect(await approve(mallory)).toContain('none of those that decide here: use one that was enrolled.');
  expect(await approve(anna, { flags: 0x01 })).toContain('no PIN and no fingerprint: set one up');
  expect(await approve(anna, { flags: 0x04 })).toContain('nobody touched the security key: try again');
  expect(await approve(anna, { origin: 'http://localhost:1' })).toBe(
    'Nothing was changed, because the signer refused this (another origin): try again.',
  );
  expect(await approve(anna, { signCount: 1_000_000 })).toBe('no fault');
  expect(await approve(spare)).toBe('Anna has approved this already: another operator has to sign now.');
  ceremony.clock.advance(1);
  desk.propose({ ...draft, feeLimit: '90' });
  const [second] = (await desk.getState()).pending;
  const again = second?.challenge ?? '';
  const copied = await faultOf(() => desk.approve(again, anna.assert(again, { signCount: 999 })));
  expect(copied).toMatch(
    /^Nothing was changed, because the counter .* did not go up .*: use your other key, and replace/,
  );
  await ceremony.sign(spare, ben);
  expect(await approve(ben)).toContain('the policy has changed since this was proposed: press Refresh');
});

test('a signer that is away is told of, and any other sentence is left as it is', () => {
  expect(sayFault(new SignerUnavailable('ENOENT'))).toBe(
    'The signer gave no answer (ENOENT): see that it runs, then press Refresh.',
  );
  expect(sayFault(new Error('Name up to ten witnesses.'))).toBe('Name up to ten witnesses.');
});
