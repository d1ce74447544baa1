import type { AssetId } from '@tern/money/asset';
import { units, zero } from '@tern/money/units';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { keepHeld, sendableOf, type Movement } from './kept-money.ts';

// Goal: whatever a person does after a limit came, what they held then can still leave. Method: each unit of money is a coin that
// remembers whether it was there when the limit came; a swap turns coins into coins. What the formula keeps is compared with them.
type Step =
  | { readonly kind: 'in' | 'out'; readonly asset: AssetId; readonly amount: number }
  | {
      readonly kind: 'swap';
      readonly from: AssetId;
      readonly to: AssetId;
      readonly amount: number;
      readonly gives: number;
    };

const assets = fc.constantFrom<AssetId>('usdt', 'trx');
const amounts = fc.integer({ min: 1, max: 40 });
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    fc
      .record({ kind: fc.constantFrom('in' as const, 'out' as const), asset: assets, amount: amounts })
      .map((move): Step => move),
    fc
      .record({ from: assets, amount: amounts, gives: amounts })
      .map((swap): Step => ({ ...swap, kind: 'swap', to: swap.from === 'usdt' ? 'trx' : 'usdt' })),
  ),
  { maxLength: 30 },
);
const opening = fc.record({ usdt: fc.integer({ min: 0, max: 60 }), trx: fc.integer({ min: 0, max: 60 }) });

type Piles = Record<'usdt' | 'trx', { old: number; fresh: number }>;

/** Takes coins, the old ones first; how many old ones, or nothing where there are not enough. */
function take(pile: { old: number; fresh: number }, amount: number): number | undefined {
  if (pile.old + pile.fresh < amount) return undefined;
  const old = Math.min(pile.old, amount);
  pile.old -= old;
  pile.fresh -= amount - old;
  return old;
}

/** Plays the steps that are possible; the coins at the end, and what the books would say. */
function play(held: { usdt: number; trx: number }, wanted: readonly Step[]): { piles: Piles; movements: Movement[] } {
  const piles: Piles = { usdt: { old: held.usdt, fresh: 0 }, trx: { old: held.trx, fresh: 0 } };
  const movements: Movement[] = [];
  const pileOf = (asset: AssetId) => piles[asset as 'usdt' | 'trx'];
  wanted.forEach((step, at) => {
    const note = (asset: AssetId, amount: number) =>
      movements.push({ journal: String(at), asset, amount: BigInt(amount) });
    if (step.kind === 'in') {
      pileOf(step.asset).fresh += step.amount;
      note(step.asset, step.amount);
      return;
    }
    const from = step.kind === 'swap' ? step.from : step.asset;
    const old = take(pileOf(from), step.amount);
    if (old === undefined) return;
    note(from, -step.amount);
    if (step.kind !== 'swap') return;
    const givenOld = Math.ceil((step.gives * old) / step.amount);
    pileOf(step.to).old += givenOld;
    pileOf(step.to).fresh += step.gives - givenOld;
    note(step.to, step.gives);
  });
  return { piles, movements };
}

const heldOf = (held: { usdt: number; trx: number }) =>
  new Map<AssetId, ReturnType<typeof units>>([
    ['usdt', units(BigInt(held.usdt))],
    ['trx', units(BigInt(held.trx))],
  ]);

test('M01 whatever moves after a limit came, exactly what was held then stays free of it', () => {
  fc.assert(
    fc.property(opening, steps, (held, wanted) => {
      const { piles, movements } = play(held, wanted);
      const kept = keepHeld(heldOf(held), movements);
      for (const asset of ['usdt', 'trx'] as const) expect(kept.get(asset)).toBe(BigInt(piles[asset].old));
    }),
  );
});

test('M01 nobody who sends nothing away loses any of it, whatever arrives and however often it is swapped', () => {
  fc.assert(
    fc.property(opening, steps, (held, wanted) => {
      const staying = wanted.filter(({ kind }) => kind !== 'out');
      const { movements } = play(held, staying);
      const kept = keepHeld(heldOf(held), movements);
      const isUntouched = (asset: AssetId) => movements.every((each) => each.asset !== asset || each.amount > 0n);
      for (const asset of ['usdt', 'trx'] as const)
        if (isUntouched(asset)) expect((kept.get(asset) ?? zero) >= BigInt(held[asset])).toBe(true);
      if (held.usdt + held.trx > 0) expect([...kept.values()].some((amount) => amount > 0n)).toBe(true);
    }),
  );
});

test('M01 what one narrowing left free is free after the next one too: it is all among what is there then', () => {
  fc.assert(
    fc.property(opening, fc.array(steps, { maxLength: 4 }), (held, stretches) => {
      let now = held;
      for (const wanted of stretches) {
        const { piles, movements } = play(now, wanted);
        const kept = keepHeld(heldOf(now), movements);
        now = { usdt: piles.usdt.old + piles.usdt.fresh, trx: piles.trx.old + piles.trx.fresh };
        for (const asset of ['usdt', 'trx'] as const)
          expect((kept.get(asset) ?? zero) <= BigInt(now[asset])).toBe(true);
      }
    }),
  );
});

test('what already waits to leave is not counted again', () => {
  expect(sendableOf(units(50n), { posted: units(80n), held: units(30n) })).toBe(20n);
  expect(sendableOf(units(50n), { posted: units(80n), held: units(60n) })).toBe(0n);
  expect(sendableOf(units(50n), { posted: units(40n), held: zero })).toBe(40n);
});
