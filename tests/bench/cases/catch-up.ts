import { checkInvariants } from '@tern/ledger/check-invariants';
import { readBlocks } from '@tern/server/money/deposits/public';
import { sql } from 'kysely';
import { measureCatchUp } from '../../campaigns/catch-up.ts';
import { openDepositsWorld } from '../../campaigns/deposits-world.ts';
import { openDraw } from '../../campaigns/draw.ts';
import { generateChain } from '../../campaigns/generated-chain.ts';
import { withPatience, type Case, type Round } from '../bench.ts';

const transactionsPerBlock = 300;
/** Tron makes a block every three seconds. */
const chainBlocksPerSecond = 1 / 3;
const people = 200;
const goals = { goal: 100, stretch: 300, higherIsBetter: true } as const;
const ofTheChain = { unit: 'blocks/s', baseline: 'the chain itself, one block in 3 s' } as const;

/** A worker that was away reads a chain as busy as the real one over HTTP; of a thousand transactions ten pay one of ours. */
export const catchUp: Case = {
  name: 'catch-up',
  run: async ({ sizes }) => {
    const { blocks, addresses } = sizes;
    const rounds: Round[] = [];
    while (rounds.length < sizes.rounds) {
      const options = { blocks, addresses, transactionsPerBlock, oursPerThousand: 10 };
      const { figures, violations } = await measureCatchUp(options, () => {});
      if (violations.length > 0) throw new Error(`deposits are missing: ${violations.join(', ')}`);
      rounds.push({ measured: Number(figures['blocksPerSecond']), baseline: chainBlocksPerSecond });
    }
    const title = `catching up, ${transactionsPerBlock} transactions a block, ${addresses.toLocaleString('en-US')} addresses`;
    return [{ id: 'catch-up', title, ...ofTheChain, ...goals, rounds }];
  },
};

/** The same with generated transactions of every shape, most of them for us or to be refused. The node answers from memory. */
export const catchUpShapes: Case = {
  name: 'catch-up-shapes',
  run: async ({ sizes }) => {
    const draw = openDraw(7);
    const world = await openDepositsWorld(draw, { people, free: 100 });
    try {
      await withPatience(world.database.url, async ({ kysely }) => {
        await sql`
          INSERT INTO address_pool (derivation_index, address, mac)
          SELECT 1000000 + number, 'T' || lpad(number::text, 33, 'x'), 'bench'
          FROM generate_series(1, ${sizes.addresses}::int) AS number`.execute(kysely);
        await sql`VACUUM ANALYZE address_pool`.execute(kysely);
      });
      const chain = generateChain(draw, world.cast);
      const rules = world.rules([chain.openNode('one')]);
      const read = async (blocks: number): Promise<number> => {
        const target = chain.headNumber() + blocks;
        while (chain.headNumber() < target) {
          for (const { txId, own } of chain.mine(transactionsPerBlock)) if (own) world.ownTransactions.add(txId);
        }
        const start = performance.now();
        for (let left = blocks; left > 0;) {
          const booked = await readBlocks(rules, { limit: left });
          if (booked === 0) throw new Error('there are blocks to read');
          left -= booked;
        }
        const perSecond = (blocks / (performance.now() - start)) * 1000;
        chain.forgetBelow(chain.headNumber());
        return perSecond;
      };
      await read(5);
      const rounds: Round[] = [];
      while (rounds.length < sizes.rounds) {
        rounds.push({ measured: await read(sizes.blocks), baseline: chainBlocksPerSecond });
      }
      const breaches = await withPatience(world.database.url, (db) => checkInvariants(db.kysely));
      if (breaches.length > 0) throw new Error(`the books are wrong: ${JSON.stringify(breaches.slice(0, 5))}`);
      const title = `catching up, ${transactionsPerBlock} transactions of every shape a block`;
      return [{ id: 'catch-up-shapes', title, ...ofTheChain, ...goals, rounds }];
    } finally {
      await world.database.drop();
    }
  },
};
