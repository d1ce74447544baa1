import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { defects } from './defects.ts';
import type { Fault } from './fault.ts';
import { plantFault, plantFaults } from './plant-fault.ts';

const root = join(import.meta.dirname, '../..');

type Change<Kind> = Kind extends unknown ? Omit<Kind, 'file' | 'in'> : never;

const plant = (source: string, change: Change<Fault>): string =>
  plantFault(source, { file: 'pay.ts', in: 'pay', ...change });

const source = `import { round } from './round.ts';
export async function pay(order, nodes) {
  if (order.used || order.amount > 10n) return undefined;
  const proof = (await ask(order)) ?? (await findStall(order));
  if (!(await take(order))) return undefined;
  for (const node of nodes) await node.send(round(order.amount, 2));
  await write(order);
  return order.amount === 5n ? 'all' : ['part', 'left'];
}
`;

describe('a fault is planted by operator and symbol', () => {
  test('and not where several pieces fit', () => {
    expect(() => plant(source, { operator: 'never', mentions: ['amount', 'order'] })).toThrow(
      'there is more than one condition in pay that mentions amount, order',
    );
  });

  test.each<[Change<Fault>, string, string]>([
    [{ operator: 'never', mentions: ['used'] }, 'order.used ||', 'false ||'],
    [{ operator: 'always', mentions: ['used', 'amount'] }, 'order.used || order.amount > 10n', 'true'],
    [
      { operator: 'ignore-answer', mentions: ['take'] },
      'if (!(await take(order))) return undefined;',
      '!(await take(order));',
    ],
    [{ operator: 'remove-statement', mentions: ['write'] }, 'await write(order);', ''],
    [{ operator: 'skip-call', mentions: ['findStall'] }, 'findStall(order)', 'undefined'],
    [{ operator: 'replace-constant', mentions: [], text: 'part', by: 'most' }, "'part'", "'most'"],
    [{ operator: 'replace', kind: 'call', mentions: ['round'], by: '$0' }, 'round(order.amount, 2)', 'order.amount'],
    [{ operator: 'replace', kind: 'iterable', mentions: ['nodes'], by: '$.slice(1)' }, 'of nodes', 'of nodes.slice(1)'],
    [{ operator: 'replace', kind: 'array', mentions: ['part'], by: '[]' }, "['part', 'left']", '[]'],
    [
      { operator: 'replace', kind: 'statement', mentions: ['write'], by: 'if (proof) $' },
      'await write',
      'if (proof) await write',
    ],
    [
      { operator: 'replace', kind: 'value', mentions: ['ask'], by: 'null' },
      '(await ask(order)) ?? (await findStall(order))',
      'null',
    ],
  ])('%j', (change, before, after) => {
    expect(plant(source, change)).toBe(source.replace(before, () => after));
  });

  test('a comparison becomes another one', () => {
    const compared = plant("const pay = (a) => (a <= 5 ? 'x' : 'y');", {
      operator: 'compare',
      mentions: ['a'],
      by: '<',
    });
    expect(compared).toBe("const pay = (a) => (a < 5 ? 'x' : 'y');");
  });

  test('a statement changes places with the next', () => {
    const swapped = plant('function pay() { first(); second(); }', {
      operator: 'swap-statements',
      mentions: ['first'],
    });
    expect(swapped).toBe('function pay() { second(); first(); }');
  });

  test('another function is called, and imported', () => {
    const change = { operator: 'replace-callee', mentions: ['round'], by: 'cut', from: './round.ts' } as const;
    expect(plant(source, change)).toBe(
      `import { cut } from './round.ts';\n${source.replace('round(order', 'cut(order')}`,
    );
  });

  test.each<[Change<Fault>, string]>([
    [{ operator: 'always', mentions: ['owner'] }, 'SELECT id FROM t WHERE true AND paid - held > 0 ORDER BY at DESC'],
    [{ operator: 'never', mentions: ['held'] }, 'SELECT id FROM t WHERE owner = ${owner} AND false ORDER BY at DESC'],
    [
      { operator: 'compare', mentions: ['held'], by: '>=' },
      'SELECT id FROM t WHERE owner = ${owner} AND paid - held >= 0 ORDER BY at DESC',
    ],
    [
      { operator: 'drop-term', mentions: ['held'] },
      'SELECT id FROM t WHERE owner = ${owner} AND paid  > 0 ORDER BY at DESC',
    ],
    [
      { operator: 'reverse-order', mentions: ['at'] },
      'SELECT id FROM t WHERE owner = ${owner} AND paid - held > 0 ORDER BY at ',
    ],
  ])('in a statement: %j', (change, after) => {
    const around = (text: string): string => `const pay = (owner) => sql\`${text}\`;`;
    const before = 'SELECT id FROM t WHERE owner = ${owner} AND paid - held > 0 ORDER BY at DESC';
    expect(plant(around(before), change)).toBe(around(after));
  });

  test('in a function of the database', () => {
    const text = 'CREATE FUNCTION a.pay() AS $$ BEGIN PERFORM a.lock_all(x); IF b < c THEN RETURN; END IF; END $$;';
    const planted = (change: Change<Fault>): string => plantFault(text, { file: 'pay.sql', in: 'a.pay', ...change });
    expect(planted({ operator: 'drop-lock', mentions: ['lock_all'] })).toBe(
      text.replace('PERFORM a.lock_all(x)', 'NULL'),
    );
    expect(planted({ operator: 'never', mentions: ['b', 'c'] })).toBe(text.replace('b < c', 'false'));
  });
});

describe('a fault says what is gone', () => {
  test.each<[string, Fault, string]>([
    ['the symbol', { file: 'pay.ts', in: 'settle', operator: 'never', mentions: ['used'] }, 'there is no settle'],
    [
      'what is mentioned',
      { file: 'pay.ts', in: 'pay', operator: 'never', mentions: ['spent'] },
      'there is no condition in pay that mentions spent',
    ],
    [
      'the constant',
      { file: 'pay.ts', in: 'pay', operator: 'replace-constant', mentions: [], text: 'rest', by: '' },
      '0 constants in pay with rest',
    ],
    [
      'an argument',
      { file: 'pay.ts', in: 'pay', operator: 'replace', kind: 'call', mentions: ['round'], by: '$2' },
      'the piece has no $2',
    ],
    [
      'the function of the database',
      { file: 'pay.sql', in: 'a.settle', operator: 'drop-lock', mentions: [] },
      'there is no a.settle',
    ],
  ])('%s', (_, fault, message) => {
    expect(() => plantFault(source, fault)).toThrow(message);
  });

  test('a line that moves, and other names around it, are nothing to it', () => {
    const moved = `// A remark.\n\n${source.replaceAll('proof', 'evidence').replace('await write', '\n\n  await write')}`;
    const change = { operator: 'never', mentions: ['used'] } as const;
    expect(plant(moved, change)).toBe(moved.replace('order.used', 'false'));
  });
});

// The long form plants each and runs its test: `npm run defects`.
test.each(defects)('$id can be planted today', ({ faults }) => {
  const read = (file: string): string => readFileSync(join(root, file), 'utf8');
  const planted = plantFaults(faults, read);
  for (const [file, text] of Object.entries(planted)) expect(text).not.toBe(read(file));
});
