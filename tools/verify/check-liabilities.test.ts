import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { checkChain, type PublishedSnapshot } from './check-chain.ts';
import { checkList, checkOwn, type GivenLine } from './check-liabilities.ts';
import { findLate } from './find-late.ts';
import { findOrigin } from './find-origin.ts';
import type { StatedAsset } from './read-statement.ts';

// Goal: each way in which the house could owe more than it says is named by the check. Method: a list made here from the page
// alone, which is right, and then one change of it for each attack.

const sha = (...parts: readonly (Buffer | string)[]): Buffer => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};
const wide = (sum: bigint): Buffer => Buffer.from(BigInt.asUintN(128, sum).toString(16).padStart(32, '0'), 'hex');

type Line = { readonly commitment: string; readonly amount: bigint };

const texts = [
  'liability:1:7:usdt:TAna:0:600:000102030405060708090a0b0c0d0e0f',
  'liability:1:7:usdt:TAna:1:401:101112131415161718191a1b1c1d1e1f',
  'liability:1:7:usdt:TBen:0:5:202122232425262728292a2b2c2d2e2f',
  'liability:1:7:usdt:house.suspense:0:9:303132333435363738393a3b3c3d3e3f',
];
const lineOf = (text: string): Line => ({
  commitment: sha(text).toString('hex'),
  amount: BigInt(text.split(':').at(-2) ?? ''),
});
const padding = Array.from({ length: 1_020 }, (_, at): Line => ({
  commitment: sha(`padding ${at}`).toString('hex'),
  amount: 0n,
}));
const lines = [...texts.map(lineOf), ...padding].toSorted((one, other) => (one.commitment < other.commitment ? -1 : 1));

function rootOf(list: readonly Line[]): { readonly root: string; readonly owed: bigint } {
  let level = list.map(({ commitment, amount }) => ({
    hash: sha('\0', Buffer.from(commitment, 'hex'), wide(amount)),
    sum: amount,
  }));
  while (level.length > 1) {
    level = Array.from({ length: level.length / 2 }, (_, at) => {
      const [left, right] = level.slice(2 * at, 2 * at + 2);
      if (left === undefined || right === undefined) throw new Error('no pair');
      return { hash: sha('\x01', left.hash, wide(left.sum), right.hash, wide(right.sum)), sum: left.sum + right.sum };
    });
  }
  return { root: level[0]?.hash.toString('hex') ?? '', owed: level[0]?.sum ?? 0n };
}

const stated: StatedAsset = {
  assetId: 'usdt',
  partMax: 1_000n,
  lines: 1_024,
  house: [texts[3] ?? ''],
  held: [],
  ...rootOf(lines),
};

/** What the check finds in a list that the house has published, with the root and the total that follow from that list. */
function publish(list: readonly Line[], asset: Partial<StatedAsset> = {}): readonly string[] {
  const check = checkList(7, { ...stated, ...asset });
  for (let at = 0; at < list.length; at += 1_024)
    check.add(
      list
        .slice(at, at + 1_024)
        .map(({ commitment, amount }) => `${commitment} ${amount}\n`)
        .join(''),
    );
  return check.finish();
}

test('a list that is right is right', () => {
  expect(stated.owed).toBe(1_015n);
  expect(publish(lines)).toEqual([]);
});

test('a line with a negative amount is found, although sum and root follow from it', () => {
  const at = lines.findIndex(({ amount }) => amount === 0n);
  const lied = lines.with(at, { commitment: lines[at]?.commitment ?? '', amount: -600n });
  expect(publish(lied, rootOf(lied)).join()).toMatch(/not a line of a list: [0-9a-f]{64} -600/);
});

test('a line that is there twice is found, although sum and root follow from it', () => {
  const at = lines.findIndex(({ amount }) => amount === 401n);
  const lied = [...lines.slice(0, at), ...lines.slice(at, at + 1), ...lines.slice(at, -1)];
  expect(publish(lied, rootOf(lied))).toContain(`usdt: line ${at + 2} is there twice, or not in order`);
});

test('a missing person is found by the total, and where that lies too, by themselves', () => {
  const without = lines.map((line) => (line.amount === 5n ? { ...line, amount: 0n } : line));
  expect(publish(without)).toEqual([
    'usdt: the lines add up to 1010, 1015 stated',
    'usdt: the lines have another root than stated',
  ]);
  const lied = { ...stated, ...rootOf(without) };
  expect(publish(without, lied)).toEqual([]);
  const [ben] = given(lines, [texts[2] ?? '']);
  expect(checkOwn(7, [lied], ben === undefined ? [] : [ben]).found).toEqual([
    'usdt TBen part 0: does not lead to the root',
  ]);
});

test('a line above the published size, a promise of the house that is not in the list, and too few lines are found', () => {
  expect(publish(lines, { partMax: 599n }).join()).toContain('has 600, more than 599');
  const unlisted = 'liability:1:7:usdt:house.reward-pool:0:9:404142434445464748494a4b4c4d4e4f';
  expect(publish(lines, { house: [...stated.house, unlisted] })).toEqual([`usdt: not in the list: ${unlisted}`]);
  // The same promise stated twice would be owed once.
  expect(publish(lines, { house: [...stated.house, ...stated.house] }).join()).toContain('stated twice');
  // A customer's line is not the house's, whatever the statement says.
  expect(publish(lines, { house: [texts[0] ?? ''] }).join()).toContain('not in the list');
  expect(publish(lines, { lines: 2_048 })).toContain('usdt: 1024 lines, 2048 stated');
});

/** What the house gives to somebody: their lines with the paths to the root of `list`. */
function given(list: readonly Line[], own: readonly string[]): readonly GivenLine[] {
  return own.map((text) => {
    const [, , , assetId = '', owner = '', part = '', amount = '', nonce = ''] = text.split(':');
    const position = list.findIndex(({ commitment }) => commitment === lineOf(text).commitment);
    const path: GivenLine['path'][number][] = [];
    for (let size = 1; size < list.length; size *= 2) {
      const own2 = Math.floor(position / size);
      const beside = rootOf(list.slice((own2 ^ 1) * size, ((own2 ^ 1) + 1) * size));
      path.push({ hash: beside.root, sum: beside.owed.toString(), side: own2 % 2 === 1 ? 'left' : 'right' });
    }
    return { assetId, owner, part: Number(part), amount, nonce, position, path };
  });
}

test('people open their own lines; another amount, owner, snapshot or path does not lead to the root', () => {
  const own = given(lines, texts.slice(0, 2));
  expect(checkOwn(7, [stated], own)).toEqual({ found: [], sums: new Map([['usdt', 1_001n]]) });
  const [first, second] = own as [GivenLine, GivenLine];
  const lies: readonly GivenLine[] = [
    { ...first, amount: '601' },
    { ...first, owner: 'TBen' },
    { ...first, path: second.path },
    { ...first, path: first.path.map((step, at) => (at === 3 ? { ...step, sum: `${BigInt(step.sum) + 1n}` } : step)) },
  ];
  for (const lie of lies) expect(checkOwn(7, [stated], [lie, second]).found).not.toEqual([]);
  expect(checkOwn(8, [stated], own).found).toHaveLength(2);
  expect(checkOwn(7, [stated], [first, first]).found).toEqual(['usdt TAna: parts are missing or there twice']);
  expect(checkOwn(7, [stated], [second]).found).toEqual(['usdt TAna: parts are missing or there twice']);
});

const block = (id: string): string => `block 12 ${sha(id).toString('hex')} 2026-11-30T23:30:00.000Z`;
function statementOf(number: number, day: string, due: string, previous: string, id = day): PublishedSnapshot {
  const statement = `liabilities 1\nnumber ${number}\nday ${day}\ndue ${due}\n${block(id).replace('2026-11-30', day)}\nprevious ${previous}\nasset usdt owed 0 part-max 1 lines 1024 root ${'0'.repeat(64)}\n`;
  return { number, day, statement, statementHash: sha(statement).toString('hex'), listed: true, anchor: null };
}
function dueOf(day: string, id: string): string {
  if (id === '') return `${day}T00:00:00.000Z`;
  const second = Math.floor((sha(`liabilities:${day}:${id}`).readUInt32BE(0) * 82_800) / 2 ** 32);
  return new Date(Date.parse(`${day}T00:00:00Z`) + second * 1_000).toISOString();
}

test('a statement that was changed later, left out, or taken at a moment of the house’s choice is found', () => {
  const first = statementOf(1, '2026-11-29', dueOf('2026-11-29', ''), 'none');
  const second = statementOf(
    2,
    '2026-11-30',
    dueOf('2026-11-30', sha('2026-11-29').toString('hex')),
    first.statementHash,
  );
  const third = statementOf(
    3,
    '2026-12-01',
    dueOf('2026-12-01', sha('2026-11-30').toString('hex')),
    second.statementHash,
  );
  expect(checkChain([first, second, third])).toEqual([]);
  expect(checkChain([second, third])).toEqual([]);
  const changed = { ...first, statement: first.statement.replace('owed 0', 'owed 1') };
  expect(checkChain([changed, second])).toEqual([
    'snapshot 1: its hash is another one',
    'snapshot 2: does not name the statement before it',
  ]);
  expect(checkChain([first, third])).toEqual(
    expect.arrayContaining(['snapshot 3: follows number 1', 'snapshot 3: does not name the statement before it']),
  );
  const chosen = statementOf(2, '2026-11-30', '2026-11-30T12:00:00.000Z', first.statementHash);
  expect(checkChain([first, chosen])).toEqual(['snapshot 2: was due at another moment']);
  expect(() => checkChain([{ ...first, statement: 'liabilities 2\n' }])).toThrow('version 1');
});

test('a count that was late is found, and said once it is old; the first one and one that was asked for are never late', () => {
  const at = (number: number, seconds: number): PublishedSnapshot => {
    const due = Date.UTC(2026, 10, number, 5, 28, 9);
    const day = new Date(due).toISOString().slice(0, 10);
    const made = statementOf(number, day, new Date(due).toISOString(), number === 1 ? 'none' : 'ab'.repeat(32));
    const time = new Date(due + seconds * 1_000).toISOString();
    return { ...made, statement: made.statement.replace(/^(block \S+ \S+) .*$/m, `$1 ${time}`) };
  };
  const late = 'snapshot 3: was counted 5 minutes late, so its moment could be chosen';
  expect(findLate([at(1, 40_000), at(2, 300), at(3, 300.999)])).toEqual({ said: [], found: [] });
  expect(findLate([at(1, 40_000), at(2, 300), at(3, 301)])).toEqual({ said: [], found: [late] });
  const later = Array.from({ length: 31 }, (_, index) => at(index + 4, 3));
  expect(findLate([at(3, 301), ...later.slice(1)])).toEqual({ said: [], found: [late] });
  expect(findLate([at(3, 301), ...later])).toEqual({ said: [late], found: [] });
  const asked = at(2, 40_000);
  const demanded = { ...asked, statement: asked.statement.replace(/^previous .*$/m, '$&\ndemanded') };
  expect(findLate([demanded])).toEqual({ said: [], found: [] });
});

test('the moment of a day’s count follows from the day’s count before, and that of one that was asked for from no block', () => {
  const day = (number: number): PublishedSnapshot =>
    statementOf(
      number,
      `2026-12-0${number}`,
      `2026-12-0${number}T05:28:09.000Z`,
      number === 1 ? 'none' : 'ab'.repeat(32),
    );
  const askedFor = (number: number): PublishedSnapshot => {
    const made = day(number);
    return { ...made, statement: made.statement.replace(/^previous .*$/m, '$&\ndemanded') };
  };
  const all = [day(1), day(2), askedFor(3), day(4)];
  const originOf = (at: number): number | undefined => findOrigin(all, all[at] as PublishedSnapshot)?.number;
  expect([0, 1, 2, 3].map(originOf)).toEqual([undefined, 1, undefined, 2]);
});
