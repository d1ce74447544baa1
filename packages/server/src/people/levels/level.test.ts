import { units } from '@tern/money/units';
import { expect, test } from 'vitest';
import { findStanding, versionsAfter, type LevelDecision, type LimitsVersion } from './level.ts';

const day = (count: number): Date => new Date(Date.UTC(2026, 0, 1 + count));
const usdt = (whole: number) => units(BigInt(whole) * 1_000_000n);
const version = (number: number, from: number, ...limits: readonly (number | null)[]): LimitsVersion => ({
  version: number,
  limits: limits.map((limit) => (limit === null ? null : usdt(limit))),
  effectiveAt: day(from),
});
const decision = (id: number, level: number, from: number, end: number | null = null): LevelDecision => ({
  id: BigInt(id),
  level,
  fromAt: day(from),
  endsAt: end === null ? null : day(end),
});

test('without levels nobody is limited, and nothing was ever narrowed', () => {
  expect(findStanding({ versions: [], decisions: [] }, day(9))).toEqual({
    level: 0,
    until: null,
    daily: null,
    narrowedAt: null,
    next: null,
  });
});

test('the first limits are a narrowing for everybody, and a level that is given widens them', () => {
  const versions = [version(1, 2, 1_000, 10_000, null)];
  const at = (now: number, ...decisions: readonly LevelDecision[]) => findStanding({ versions, decisions }, day(now));
  expect(at(1)).toMatchObject({ daily: null, narrowedAt: null, next: { at: day(2), daily: usdt(1_000) } });
  expect(at(2)).toMatchObject({ daily: usdt(1_000), narrowedAt: day(2), next: null });
  expect(at(5, decision(1, 1, 4))).toMatchObject({ level: 1, daily: usdt(10_000), narrowedAt: day(2) });
  expect(at(5, decision(1, 2, 4))).toMatchObject({ level: 2, daily: null, narrowedAt: day(2) });
  // Beyond what is listed, the last counts.
  expect(at(5, decision(1, 4, 4))).toMatchObject({ level: 4, daily: null });
});

test('a level that ends, and one that is lowered, narrow from that moment on and are known before', () => {
  const versions = [version(1, 0, 1_000, 10_000)];
  const ending = { versions, decisions: [decision(1, 1, 1, 5)] };
  expect(findStanding(ending, day(4))).toMatchObject({
    level: 1,
    until: day(5),
    narrowedAt: day(0),
    next: { at: day(5), daily: usdt(1_000) },
  });
  expect(findStanding(ending, day(5))).toMatchObject({ level: 0, until: null, daily: usdt(1_000), narrowedAt: day(5) });
  const lowered = { versions, decisions: [decision(1, 1, 1), decision(2, 0, 6)] };
  expect(findStanding(lowered, day(5))).toMatchObject({ level: 1, next: { at: day(6), daily: usdt(1_000) } });
  expect(findStanding(lowered, day(6))).toMatchObject({ level: 0, narrowedAt: day(6) });
});

test('what is decided later counts, also against a lowering that was still to come', () => {
  const versions = [version(1, 0, 1_000, 10_000, 20_000)];
  const decisions = [decision(1, 1, 1), decision(2, 0, 6), decision(3, 2, 5)];
  expect(findStanding({ versions, decisions }, day(7))).toMatchObject({ level: 2, daily: usdt(20_000), next: null });
  expect(findStanding({ versions, decisions }, day(7)).narrowedAt).toEqual(day(0));
});

test('of two lower levels decided one after the other, each counts from its own time', () => {
  const versions = [version(1, 0, 1_000, 10_000, 20_000)];
  const decisions = [decision(1, 2, 1), decision(2, 0, 6), decision(3, 1, 8)];
  const levelOn = (now: number) => findStanding({ versions, decisions }, day(now)).level;
  expect([5, 6, 7, 8, 9].map(levelOn)).toEqual([2, 0, 0, 1, 1]);
});

test('wider limits for everybody leave the moment of the last narrowing, and none at all end them', () => {
  const versions = [version(1, 0, 1_000), version(2, 3, 500), version(3, 4, 2_000), version(4, 8)];
  expect(findStanding({ versions, decisions: [] }, day(5))).toMatchObject({ daily: usdt(2_000), narrowedAt: day(3) });
  expect(findStanding({ versions, decisions: [] }, day(8))).toMatchObject({ daily: null, narrowedAt: day(3) });
});

test('all versions that are to come are known, in the order in which they take effect', () => {
  const ahead = (now: number, ...versions: readonly LimitsVersion[]) =>
    versionsAfter(versions, day(now)).map((each) => each.version);
  expect(ahead(0)).toEqual([]);
  expect(ahead(1, version(1, 0, 1_000), version(2, 2, 900), version(3, 3, 800))).toEqual([2, 3]);
  expect(ahead(2, version(1, 0, 1_000), version(2, 2, 900), version(3, 3, 800))).toEqual([3]);
  // Another decision stands at its moment, or stood before it: it never takes effect.
  expect(ahead(1, version(1, 0, 1_000), version(2, 3, 900), version(3, 3, 950))).toEqual([3]);
  expect(ahead(1, version(1, 0, 1_000), version(2, 3, 900), version(3, 2, 950))).toEqual([3]);
});
