import { expect, test } from 'vitest';
import { fingerprintOf } from '../src/page/fingerprint.ts';
import { writePolicy } from '../src/policy-document.ts';
import { draft, openCeremony, pageKey } from '../src/testing/ceremony-fixture.ts';
import { receiver } from '../src/testing/signer-fixture.ts';
import { describeStatement, readChecklist } from './describe.js';

const filled = {
  network: 'nile',
  'usdt-order': '1000',
  'usdt-day': '5000',
  'trx-order': '500',
  'trx-day': '2000',
  'reward-order': '0',
  'reward-day': '0',
  fee: '42.5',
  cold: receiver,
};

test('K14 what operators read says that a signer goes on without its standby, and whether a take-over lacks no order', async () => {
  using ceremony = await openCeremony();
  const policy = writePolicy({ ...ceremony.store.getPolicy().document, withoutStandby: true });
  const alone = await describeStatement(JSON.stringify({ kind: 'policy', version: 2, policy }), {});
  expect(alone).toContainEqual(['Standby', 'not needed: signatures leave although the standby lacks them']);
  const required = writePolicy(ceremony.store.getPolicy().document);
  const usual = await describeStatement(JSON.stringify({ kind: 'policy', version: 2, policy: required }), {});
  expect(usual.map(([name]) => name)).not.toContain('Standby');
  const takeOver = JSON.stringify({ kind: 'take-over', epoch: 2, changes: 17, lacksNoOrder: true });
  expect(await describeStatement(takeOver, {})).toEqual([
    ['Epoch', '2'],
    ['Changes it knows', '17'],
    ['It lacks no order', 'true'],
  ]);
});

test('O01 what operators read before they sign names each of them once, with the characters of each key', async () => {
  using ceremony = await openCeremony();
  const [anna, spare, ben] = [pageKey('Anna'), pageKey('Anna'), pageKey('Ben')];
  for (const key of [anna, ben, spare]) ceremony.enrol(key);
  ceremony.desk.propose(draft);
  const { pending, tokens, enrolled } = await ceremony.desk.getState();
  const rows = await describeStatement(pending[0]?.statement ?? '', tokens);
  const shown = (key: typeof anna) => fingerprintOf(key.credential);
  expect(rows.filter(([name]) => name.startsWith('Operator'))).toEqual([
    ['Operator Anna', `keys ${shown(anna)}, ${shown(spare)}`],
    ['Operator Ben', `key ${shown(ben)}`],
  ]);
  // The same characters as were copied to the checklist when the keys were enrolled.
  expect(enrolled.map(({ fingerprint }) => fingerprint)).toEqual([shown(anna), shown(ben), shown(spare)]);
  expect(Object.fromEntries(rows)).toMatchObject({
    USDT: '1000 for one order, 5000 for 24 hours',
    'Cold address': receiver,
    'Texts signed': 'none',
    Witnesses: 'Wanda Witness',
    Network: 'nile',
  });
});

test('the checklist has lines to fill in, then the policy that waits, then the one in force, for whoever prints it', async () => {
  using ceremony = await openCeremony();
  const [anna, ben, cleo] = [pageKey('Anna'), pageKey('Ben'), pageKey('Cleo')];
  for (const key of [anna, ben]) ceremony.enrol(key);
  const print = async () => readChecklist(await ceremony.desk.getState());
  expect(await print()).toEqual({ fields: { network: 'nile' }, witnesses: [] });
  ceremony.desk.propose(draft);
  ceremony.clock.advance(1);
  ceremony.desk.propose({ ...draft, feeLimit: '42.5' });
  expect(await print()).toEqual({ fields: filled, witnesses: ['Wanda Witness'] });
  await ceremony.sign(anna, ben);
  expect(await print()).toEqual({ fields: filled, witnesses: ['Wanda Witness'] });
  // A later version has no ceremony, and nobody who watched it.
  ceremony.enrol(cleo);
  expect(await print()).toEqual({ fields: filled, witnesses: [] });
  await ceremony.sign(ben, anna);
  expect(await print()).toEqual({ fields: filled, witnesses: [] });
});
