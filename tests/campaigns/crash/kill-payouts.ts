import { until } from '@tern/testkit/system/until';
import { sql } from 'kysely';
import type { Draw } from '../draw.ts';
import { count, countPayouts, stop, type OutcomeCheck, type CrashWorld } from './crash-world.ts';
import { dieAt, type KillCounts } from './die-at.ts';
import { expectPaid, sendSome, type Sending } from './payments.ts';
import { settle } from './settle.ts';

/** Some kills with something of their own under way; returns what has to be looked at once everything has settled. */
export type Killing = (
  world: CrashWorld,
  options: { readonly counts: KillCounts; readonly draw: Draw; readonly times: number },
) => Promise<readonly OutcomeCheck[]>;

/** Makes everything irreversible that is in a block or waits for one. */
export const enoughBlocks = 22;

/** Payments under way at the same time: each kill hits one of them, and the others are wherever they are. */
const together = 3;

const patienceMs = 60_000;

/** A worker dies again and again with several payments at different steps of their way. */
export const killWhilePaying: Killing = async (world, { counts, draw, times }) => {
  const { system } = world;
  await stop(system, 'worker');
  const sendings: Sending[] = [];
  /** One of the payments that will certainly pass the point. */
  const someOf = async (...states: readonly string[]): Promise<number> =>
    1 + draw.below(Math.max(1, await countPayouts(system, ...states)));
  const die = async (point: string, passage: number): Promise<void> =>
    dieAt(world, counts, 'worker', { point, passage });
  for (let time = 0; time < times; time += 1) {
    sendings.push(...(await sendSome(world, together)));
    for (const point of draw.oneIn(2) ? ['w4', 'w5', 'w6'] : ['w5', 'w4', 'w6'])
      await die(point, await someOf('approved'));
    for (const point of draw.oneIn(2) ? ['w7', 'w8', 'w9'] : ['w8', 'w7', 'w9'])
      await die(point, await someOf('approved', 'signed', 'broadcast'));
    await system.chain.mine(enoughBlocks);
    for (const point of ['w10', 'w12']) await die(point, await someOf('broadcast', 'included'));
  }
  return sendings.map((sending) => expectPaid(world, sending));
};

/** Sends with a fault on the chain, and stops the worker once all bytes are out. */
async function sendInto(world: CrashWorld, fault: 'hold' | 'drop', number: number): Promise<readonly Sending[]> {
  const { system } = world;
  // What is under way from before comes to its end first: only the new ones are to meet the fault.
  await settle(system);
  await system.chain.setFault({ kind: fault });
  const sendings = await sendSome(world, number);
  await until('the bytes are out', async () => (await countPayouts(system, 'broadcast')) === number, patienceMs);
  await stop(system, 'worker');
  return sendings;
}

async function setEnergyPrice({ system: { chain } }: CrashWorld, sun: number): Promise<void> {
  const response = await fetch(`${chain.url}/devchain/setparams`, {
    method: 'POST',
    body: JSON.stringify({ getEnergyFee: String(sun) }),
  });
  if (!response.ok) throw new Error(`setparams: ${await response.text()}`);
}

/** Energy was more expensive than the fee limit buys when the payments were included; the worker dies when it sees it. */
export const killAtFailures: Killing = async (world, { counts, draw, times }) => {
  const { system } = world;
  const sendings = await sendInto(world, 'hold', together);
  await setEnergyPrice(world, 300);
  await system.chain.clearFaults();
  await system.chain.mine(enoughBlocks);
  await setEnergyPrice(world, 100);
  for (let left = times; left > 0; left -= 1) {
    const passage = 1 + draw.below(await countFirstAttempts(world));
    await dieAt(world, counts, 'worker', { point: 'w11', passage });
  }
  return sendings.map((sending) => expectPaid(world, sending));
};

/** Payments were forgotten by the node and expired; the worker dies in the middle of the proof. */
export const killInProofs: Killing = async (world, { counts, draw, times }) => {
  const { system } = world;
  const sendings = await sendInto(world, 'drop', together);
  await system.chain.clearFaults();
  await system.chain.passTime(expiredAfterMs);
  await system.chain.mine(enoughBlocks);
  for (let left = times; left > 0; left -= 1) {
    const passage = 1 + draw.below(await countFirstAttempts(world));
    await dieAt(world, counts, 'worker', { point: 'w13', passage });
  }
  return sendings.map((sending) => expectPaid(world, sending));
};

/** Longer than signed bytes may be included. */
export const expiredAfterMs = 700_000;

/** Payments whose first attempt nobody has concluded: the one that dies is one of them, so there is always one more. */
async function countFirstAttempts({ system }: CrashWorld): Promise<number> {
  return Math.max(
    1,
    await count(
      system,
      sql<{ count: number }>`
        SELECT count(*)::int AS count FROM withdrawal_attempts WHERE state = 'signed' AND number = 1`,
    ),
  );
}
