import type { AssetId } from '@tern/money/asset';
import { units, zero, type Units } from '@tern/money/units';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { keepHeld, orderMovements, sendableOf, type Booked, type OpenHold } from './kept-money.ts';

// Goal: whatever a person does after a limit came, what they held then can still leave, and nothing else. Method: books that are
// kept as the ledger keeps them, and beside them coins that remember whether they were there when the limit came. A send holds
// money until it is paid or given back, a deposit that is checked is held where it arrived, and a swap turns coins into coins.
const both = ['usdt', 'trx'] as const;
type Asset = (typeof both)[number];
type Step =
  | { readonly kind: 'in' | 'out' | 'send' | 'held-in'; readonly asset: Asset; readonly amount: number }
  | { readonly kind: 'paid' | 'returned' | 'released'; readonly which: number }
  | { readonly kind: 'swap'; readonly asset: Asset; readonly amount: number; readonly gives: number };
type Amounts = Readonly<Record<Asset, number>>;

const assets = fc.constantFrom(...both);
const amounts = fc.integer({ min: 1, max: 40 });
const stepOf = {
  move: fc.record({
    kind: fc.constantFrom('in' as const, 'out' as const, 'send' as const, 'held-in' as const),
    asset: assets,
    amount: amounts,
  }),
  end: fc.record({
    kind: fc.constantFrom('paid' as const, 'returned' as const, 'released' as const),
    which: fc.nat({ max: 5 }),
  }),
  swap: fc.record({ kind: fc.constant('swap' as const), asset: assets, amount: amounts, gives: amounts }),
};
const steps: fc.Arbitrary<Step[]> = fc.array(fc.oneof(stepOf.move, stepOf.end, stepOf.swap), {
  maxLength: 40,
  size: 'max',
});
const opening = fc.record({ usdt: fc.integer({ min: 0, max: 60 }), trx: fc.integer({ min: 0, max: 60 }) });

const otherOf = (asset: Asset): Asset => (asset === 'usdt' ? 'trx' : 'usdt');

/** The books of one person: what is possible is booked as the ledger would, anything else is not done. */
class Books {
  readonly booked: Booked[] = [];
  open: OpenHold[] = [];
  /** What was done and counts, in its order: a send that was given back is not there. */
  done: (Step & { readonly journal: bigint })[] = [];
  private readonly posted: Record<Asset, number>;
  private journal = 0n;

  private readonly held: Amounts;

  constructor(held: Amounts) {
    this.held = held;
    this.posted = { ...held };
  }

  heldNow(asset: Asset): bigint {
    return this.open.filter((each) => each.asset === asset).reduce((sum, { amount }) => sum + amount, 0n);
  }

  available(asset: Asset): bigint {
    return BigInt(this.posted[asset]) - this.heldNow(asset);
  }

  kept(asset: Asset): Units {
    const then = new Map<AssetId, Units>(both.map((each) => [each, units(BigInt(this.held[each]))]));
    return keepHeld(then, orderMovements(this.booked, this.open)).get(asset) ?? zero;
  }

  sendable(asset: Asset): Units {
    return sendableOf(this.kept(asset), {
      posted: units(BigInt(this.posted[asset])),
      held: units(this.heldNow(asset)),
    });
  }

  do(step: Step): void {
    this.journal += 1n;
    if ('which' in step) this.end(step);
    else if (step.kind === 'in' || step.kind === 'held-in') this.arrive(step);
    else if (BigInt(step.amount) <= this.available(step.asset)) this.leave(step);
  }

  private book(asset: Asset, amount: number, heldBy: bigint | null = null): void {
    this.posted[asset] += amount;
    this.booked.push({ journal: this.journal, heldBy, asset, amount: BigInt(amount) });
  }

  private arrive(step: Step & { readonly kind: 'in' | 'out' | 'send' | 'held-in' }): void {
    this.book(step.asset, step.amount);
    this.done.push({ ...step, journal: this.journal });
    this.journal += 1n;
    if (step.kind === 'held-in') this.hold('deposit-hold', step);
  }

  private hold(kind: OpenHold['kind'], { asset, amount }: { readonly asset: Asset; readonly amount: number }): void {
    this.open.push({ journal: this.journal, kind, asset, amount: units(BigInt(amount)) });
  }

  private leave(step: Exclude<Step, { readonly which: number }>): void {
    this.done.push({ ...step, journal: this.journal });
    if (step.kind === 'send') {
      this.hold('withdrawal-hold', step);
      return;
    }
    this.book(step.asset, -step.amount);
    if (step.kind === 'swap') this.book(otherOf(step.asset), step.gives);
  }

  private end({ kind, which }: Step & { readonly which: number }): void {
    const wanted = this.open.filter((each) => (each.kind === 'deposit-hold') === (kind === 'released'));
    const ended = wanted[which % wanted.length];
    if (ended === undefined) return;
    this.open = this.open.filter((each) => each !== ended);
    if (kind === 'paid') this.book(ended.asset as Asset, -Number(ended.amount), ended.journal);
    if (kind === 'returned') this.done = this.done.filter(({ journal }) => journal !== ended.journal);
  }
}

/** How many of the coins that were there when the limit came are left. */
function oldCoins(held: Amounts, done: Books['done']): Amounts {
  const old = { ...held };
  for (const step of done) {
    if ('which' in step || step.kind === 'in' || step.kind === 'held-in') continue;
    const taken = Math.min(old[step.asset], step.amount);
    old[step.asset] -= taken;
    if (step.kind === 'swap') old[otherOf(step.asset)] += Math.ceil((step.gives * taken) / step.amount);
  }
  return old;
}

function play(held: Amounts, wanted: readonly Step[]): Books {
  const books = new Books(held);
  for (const step of wanted) books.do(step);
  return books;
}

test('M01 whatever moves after a limit came, exactly what was held then stays free of it', () => {
  fc.assert(
    fc.property(opening, steps, (held, wanted) => {
      const books = play(held, wanted);
      const old = oldCoins(held, books.done);
      for (const asset of both) expect(books.kept(asset)).toBe(BigInt(old[asset]));
    }),
    { numRuns: 500 },
  );
});

test('M01 a send counts the same while it is under way and after it is paid', () => {
  fc.assert(
    fc.property(opening, steps, (held, wanted) => {
      const books = play(held, wanted);
      const before = both.map((asset) => books.kept(asset));
      for (let left = books.open.length; left > 0; left -= 1) books.do({ kind: 'paid', which: 0 });
      expect(both.map((asset) => books.kept(asset))).toEqual(before);
    }),
    { numRuns: 500 },
  );
});

test('H03 however much arrives, held for a check or not, all that was held before can be sent', () => {
  fc.assert(
    fc.property(opening, steps, (held, wanted) => {
      const arriving = wanted.filter(({ kind }) => kind === 'in' || kind === 'held-in' || kind === 'released');
      const books = play(held, arriving);
      for (const asset of both) expect(books.sendable(asset)).toBe(BigInt(held[asset]));
    }),
  );
});

test('M01 where nothing else may leave, no more leaves than was held, in whatever order it is held, swapped, paid and given back', () => {
  fc.assert(
    fc.property(opening, steps, (held, wanted) => {
      const books = new Books(held);
      for (const step of wanted) {
        if (step.kind === 'send') books.do({ ...step, amount: Number(books.sendable(step.asset)) });
        // A swap at a price of one: coins can be counted over both assets.
        else if (step.kind === 'swap') books.do({ ...step, gives: step.amount });
        else if (step.kind !== 'out') books.do(step);
      }
      const sent = books.done.reduce((sum, step) => sum + (step.kind === 'send' ? step.amount : 0), 0);
      expect(sent).toBeLessThanOrEqual(held.usdt + held.trx);
    }),
    { numRuns: 1_000 },
  );
});

test('M01 nobody who sends nothing away loses any of it, whatever arrives and however often it is swapped', () => {
  fc.assert(
    fc.property(opening, steps, (held, wanted) => {
      const books = play(
        held,
        wanted.filter(({ kind }) => kind !== 'out' && kind !== 'send'),
      );
      const isUntouched = (asset: Asset) => books.booked.every((each) => each.asset !== asset || each.amount > 0n);
      for (const asset of both) if (isUntouched(asset)) expect(books.kept(asset) >= BigInt(held[asset])).toBe(true);
      if (held.usdt + held.trx > 0) expect(both.some((asset) => books.kept(asset) > 0n)).toBe(true);
    }),
  );
});

test('what is free is not more than nothing holds: what is on its way, or still checked, is not sent a second time', () => {
  expect(sendableOf(units(50n), { posted: units(80n), held: units(20n) })).toBe(50n);
  expect(sendableOf(units(50n), { posted: units(80n), held: units(60n) })).toBe(20n);
  expect(sendableOf(units(50n), { posted: units(40n), held: zero })).toBe(40n);
});
