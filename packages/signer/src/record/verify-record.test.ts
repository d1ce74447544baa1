import { units } from '@tern/money/units';
import { getAddress } from '@tern/tron/address';
import { expect, test } from 'vitest';
import { requestFirstPolicy } from '../approvals.ts';
import { changePolicy, setLimit } from '../change-policy.ts';
import { emptyPolicy } from '../policy-document.ts';
import { draft, openCeremony, pageKey } from '../testing/ceremony-fixture.ts';
import { receiver } from '../testing/signer-fixture.ts';
import { describeRecord } from './describe-record.ts';
import type { PolicyRecord, RecordStep } from './record.ts';
import { verifyRecord } from './verify-record.ts';

/** A ceremony, and a later change by the same two operators. */
async function makeHistory(): Promise<string> {
  using ceremony = await openCeremony();
  const { desk, clock, store } = ceremony;
  const [anna, ben] = [pageKey('Anna'), pageKey('Ben')];
  for (const key of [anna, ben]) ceremony.enrol(key);
  desk.propose(draft);
  await ceremony.sign(anna, ben);
  clock.advance(1);
  changePolicy({ clock, store }, setLimit('usdt', '2000', '6000.5'));
  await ceremony.sign(ben, anna);
  return desk.getRecord();
}

test('O01 a record says who decided what, and anybody can verify it from the file alone', async () => {
  const text = await makeHistory();
  const verified = verifyRecord(text);
  expect(verified.steps.map(({ signedBy, witnesses, network }) => ({ signedBy, witnesses, network }))).toEqual([
    { signedBy: ['Anna', 'Ben'], witnesses: ['Wanda Witness'], network: 'nile' },
    { signedBy: ['Ben', 'Anna'], witnesses: [], network: undefined },
  ]);
  const said = describeRecord(verified);
  expect(said).toContain('usdt: 2000 for one order, 6000.5 for 24 hours');
  expect(said).toMatch(/operator Ben: key [0-9a-f]{4} [0-9a-f]{4} [0-9a-f]{4}/);
});

test('O05 O01 no changed record is taken for whole', async () => {
  const text = await makeHistory();
  const { format, signer, steps } = JSON.parse(text) as PolicyRecord;
  const [first, second] = steps;
  if (first === undefined || second === undefined) throw new Error('two steps');
  const raised = (step: RecordStep): RecordStep => ({
    ...step,
    policy: step.policy.replace('1000000000', '9000000000'),
  });
  const everywhere = ({ statement = '', ...step }: RecordStep): RecordStep => ({
    ...raised(step),
    statement: statement.replace('1000000000', '9000000000'),
  });
  const one = ({ approvals, ...step }: RecordStep): RecordStep => ({ ...step, approvals: approvals.slice(0, 1) });
  const twice = ({ approvals, ...step }: RecordStep): RecordStep => {
    const [given] = approvals;
    return { ...step, approvals: given === undefined ? [] : [given, given] };
  };
  const unsigned = ({ version, at, policy }: RecordStep): RecordStep => ({ version, at, policy, approvals: [] });
  const cases: readonly (readonly [string, readonly RecordStep[], string?])[] = [
    ['something else', [raised(first), second]],
    ['does not fit', [everywhere(first), second]],
    ['1 of 2', [one(first), second]],
    ['1 of 2', [first, one(second)]],
    ['does not fit', [first, twice(second)]],
    ['nobody signed it', [first, unsigned(second)]],
    ['something else', [{ ...first, statement: second.statement ?? '', approvals: second.approvals }]],
    ['Version 1 is missing', [second]],
    ['something else', [first, second], 'TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7'],
  ];
  for (const [fault, changed, other = signer] of cases)
    expect(() => verifyRecord(JSON.stringify({ format, signer: other, steps: changed }))).toThrow(fault);
  expect(() => verifyRecord(JSON.stringify({ format, signer, steps: [] }))).toThrow('no record');
});

test('a version that the machine alone set is named as such', async () => {
  using ceremony = await openCeremony();
  changePolicy({ clock: ceremony.clock, store: ceremony.store }, setLimit('usdt', '1', '2'));
  expect(describeRecord(verifyRecord(ceremony.desk.getRecord()))).toContain('signed by nobody');
});

test('there is no record before a policy is in force, and nothing that looks like one is given out', async () => {
  using ceremony = await openCeremony();
  expect(() => ceremony.desk.getRecord()).toThrow('There is no record yet');
  const [anna, ben] = [pageKey('Anna'), pageKey('Ben')];
  for (const key of [anna, ben]) ceremony.enrol(key);
  ceremony.desk.propose(draft);
  await ceremony.sign(anna);
  expect(() => ceremony.desk.getRecord()).toThrow('There is no record yet');
  await ceremony.sign(ben);
  expect(verifyRecord(ceremony.desk.getRecord()).steps).toHaveLength(1);
});

test('O05 nothing that a terminal would obey is shown, whether it was signed or not', async () => {
  const { format, signer, steps } = JSON.parse(await makeHistory()) as PolicyRecord;
  const [first, second] = steps;
  if (first === undefined || second === undefined) throw new Error('two steps');
  const clear = '\u001B[2J';
  const unsigned = (at: string): RecordStep => ({ version: 1, at, policy: first.policy, approvals: [] });
  for (const [fault, changed, other = signer] of [
    ['its time is unreadable', [{ ...first, at: `${first.at}${clear}` }, second]],
    ['its time is unreadable', [unsigned('2026')]],
    ['its time is unreadable', [unsigned('Thu')]],
    ['is no address', [unsigned(first.at)], `${signer}${clear}`],
  ] as const)
    expect(() => verifyRecord(JSON.stringify({ format, signer: other, steps: changed }))).toThrow(fault);
});

test('O05 a ceremony that names no network that there is, or witnesses that turn the text around, is refused', async () => {
  for (const [fault, facts] of [
    ['names a network', { network: 'nile\u001B[2J', witnesses: [] }],
    ['names of the witnesses', { network: 'nile', witnesses: ['Wanda\u202E'] }],
    ['names of the witnesses', { network: 'nile', witnesses: Array.from({ length: 11 }, () => 'Wanda') }],
  ] as const) {
    using ceremony = await openCeremony();
    const { clock, store, hotAddress } = ceremony;
    const [anna, ben] = [pageKey('Anna'), pageKey('Ben')];
    const document = {
      ...emptyPolicy,
      limits: { ...emptyPolicy.limits, trx: { perOrder: units(1n), perDay: units(1n) } },
      feeLimitMaxSun: units(1n),
      coldAddress: receiver,
      operators: [anna.credential, ben.credential],
    };
    // A signer of other people's making could ask its operators anything.
    requestFirstPolicy({ clock, store, hotAddress: getAddress(hotAddress) }, document, facts);
    await ceremony.sign(anna, ben);
    expect(() => verifyRecord(ceremony.desk.getRecord())).toThrow(fault);
  }
});

test('O01 a record whose newest versions were cut off fits, so it says of what it cannot speak', async () => {
  const { steps, ...record } = JSON.parse(await makeHistory()) as PolicyRecord;
  const said = describeRecord(verifyRecord(JSON.stringify({ ...record, steps: steps.slice(0, 1) })));
  expect(said).not.toContain('whole');
  expect(said).toContain('Whether the signer has a version after 1, the file cannot say');
});
