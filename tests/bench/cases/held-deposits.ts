import { assert } from '@tern/base/assert';
import { checkInvariants } from '@tern/ledger/check-invariants';
import { readBlocks, type ReadBlocksDeps } from '@tern/server/money/deposits/public';
import { sql } from 'kysely';
import type { Cast, Made } from '../../campaigns/deposit-shapes.ts';
import { openDepositsWorld } from '../../campaigns/deposits-world.ts';
import { openDraw, type Draw } from '../../campaigns/draw.ts';
import { generateChain } from '../../campaigns/generated-chain.ts';
import { withPatience, type Case, type Round } from '../bench.ts';

const people = 200;

/** One TRX of a stranger for one of ours: more than dust. */
function payment(draw: Draw, { strangers, wallets }: Cast): Made {
  return {
    shape: 'payment',
    type: 'TransferContract',
    value: {
      owner_address: `41${draw.pick(strangers)}`,
      to_address: `41${draw.pick(wallets)}`,
      amount: 1_000_000,
    },
    contractRet: 'SUCCESS',
    arrivals: [],
    oddities: [],
  };
}

/**
 * The largest set of deposits that is booked in one transaction, each of which is held for the answer of a service, beside the
 * same set without a service. The service itself is not asked: the worker does that afterwards.
 */
export const heldDeposits: Case = {
  name: 'held-deposits',
  run: async ({ sizes }) => {
    const draw = openDraw(11);
    const world = await openDepositsWorld(draw, { people, free: 10 });
    try {
      const chain = generateChain(draw, world.cast, payment);
      const rules = world.rules([chain.openNode('one')]);
      const screening = () => Promise.reject(new Error('nobody is asked here'));
      const read = async (deps: ReadBlocksDeps): Promise<number> => {
        chain.mine(sizes.held);
        const start = performance.now();
        assert((await readBlocks(deps, { limit: 1 })) === 1, 'there is a block to read');
        const took = performance.now() - start;
        chain.forgetBelow(chain.headNumber());
        return took;
      };
      await read(rules);
      const rounds: Round[] = [];
      while (rounds.length < sizes.rounds) {
        const baseline = await read(rules);
        rounds.push({ measured: await read({ ...rules, screening }), baseline });
      }
      const { rows } = await sql<{ held: number }>`SELECT count(*)::int AS held FROM deposit_checks`.execute(
        world.database.db.kysely,
      );
      assert(rows[0]?.held === rounds.length * sizes.held, 'every deposit is held');
      const breaches = await withPatience(world.database.url, (db) => checkInvariants(db.kysely));
      if (breaches.length > 0) throw new Error(`the books are wrong: ${JSON.stringify(breaches.slice(0, 5))}`);
      return [
        {
          id: 'held-deposits',
          title: `${sizes.held.toLocaleString('en-US')} deposits in one transaction, each held`,
          unit: 'ms',
          baseline: 'the same, none held',
          goal: 3,
          stretch: 2,
          higherIsBetter: false,
          rounds,
        },
      ];
    } finally {
      await world.database.drop();
    }
  },
};
