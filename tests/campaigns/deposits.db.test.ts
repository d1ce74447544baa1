import { expect, test } from 'vitest';
import { runDeposits } from './deposits.ts';

const transactions = Number(process.env['DEPOSITS_TRANSACTIONS'] ?? 4_000);

test.each([7, 8])(
  'D01 to D22 generated transactions of every shape are booked exactly as an independent truth says (seed %i)',
  async (seed) => {
    const { violations } = await runDeposits({ transactions, seed, people: 60 }, () => undefined);
    expect(violations).toEqual([]);
  },
);
