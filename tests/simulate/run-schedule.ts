import { join } from 'node:path';
import type { AssetId } from '@tern/money/asset';
import { listBreaches } from '@tern/testkit/list-breaches';
import type { TronAddress } from '@tern/tron/address';
import { openFaults, type FaultInjector } from './faults.ts';
import { openGatedDatabase } from './gated-database.ts';
import { outside } from './life.ts';
import { endStates, judge, type Facts, type Seen } from './model.ts';
import { countOpenOrders, observe } from './observe.ts';
import { act, decide, pause, type Stage } from './people.ts';
import { faultySteps, type Plan } from './plan.ts';
import { fundsAtFirst, type Scene } from './scene.ts';
import { copySignerFolder } from './signer.ts';
import { copyDatabase, dropDatabase } from './template.ts';
import { openWorld, type World } from './world.ts';

export type Outcome = {
  /** What is wrong; empty where nothing is. */
  readonly violations: readonly string[];
  /** The same for the same plan. */
  readonly digest: string;
  readonly steps: number;
  readonly virtualMs: number;
  /** How often each route, decision, fault and step of the worker came about. */
  readonly coverage: ReadonlyMap<string, number>;
  /** What the worker's steps threw, by step and error. */
  readonly thrown: ReadonlyMap<string, number>;
  /** The last steps, for people. */
  readonly tail: readonly string[];
};

/** Once nothing goes wrong any more, everything has to have come to its end within so much virtual time. */
export const calmWithinMs = 60 * 60_000;

const pollSteps = 40;

/** Plays one schedule from the scene, on a copy of its database, and says what is wrong with how it went. */
export async function runSchedule(scene: Scene, plan: Plan): Promise<Outcome> {
  const database = `tern_sim_${process.pid}_run`;
  const signerFolder = join(scene.folder, 'run');
  await dropDatabase(scene.clusterUrl, database);
  await copyDatabase(scene.clusterUrl, { from: scene.database, to: database });
  copySignerFolder(scene.signerFolder, signerFolder);
  await scene.chain.goBack();
  const run = await openRun(scene, plan, { database, signerFolder });
  try {
    await play(run);
    return await conclude(run);
  } finally {
    await run.world.close();
    await dropDatabase(scene.clusterUrl, database);
  }
}

type Run = {
  readonly scene: Scene;
  readonly plan: Plan;
  readonly world: World;
  readonly faults: FaultInjector;
  readonly stage: Stage;
  readonly violations: string[];
  readonly coverage: Map<string, number>;
  readonly thrown: Map<string, number>;
  readonly look: () => Promise<void>;
};

async function openRun(
  scene: Scene,
  plan: Plan,
  { database, signerFolder }: { readonly database: string; readonly signerFolder: string },
): Promise<Run> {
  const faults = openFaults(plan.faults);
  const violations: string[] = [];
  const [coverage, thrown] = [new Map<string, number>(), new Map<string, number>()];
  const count = (counts: Map<string, number>, what: string): void => void counts.set(what, (counts.get(what) ?? 0) + 1);
  const facts: Facts = { sends: new Map(), deposits: new Map() };
  let seen: Seen | undefined;
  const look = async (): Promise<void> => {
    const now = await observe(world.control);
    if (seen === undefined) rememberFirstDeposits(facts, now);
    for (const violation of judge(now, facts, seen, scene.chain.solidHeight()))
      if (!violations.includes(violation)) violations.push(violation);
    seen = now;
  };
  const world = await openWorld({
    ...scene,
    ...{ database, signerFolder, seed: plan.seed, disturb: faults.disturb, aheadMs: faults.aheadMs },
    onFault: (step, error) => count(thrown, `${step}: ${error instanceof Error ? error.name : 'unknown'}`),
    onStep: async ({ kind, process }, outcome) => {
      if (kind === 'commit') await look();
      if ('error' in outcome) count(coverage, `${kind} of ${process.name} fails`);
    },
  });
  const nothing: Seen = { sends: [], deposits: [], balances: [] };
  const stage: Stage = {
    ...{ world, scene, facts, seed: plan.seed },
    seen: () => seen ?? nothing,
    count: (what) => count(coverage, what),
  };
  return { scene, plan, world, faults, stage, violations, coverage, thrown, look };
}

/** What the scene brought in is known; everything later has to be said by who pays it in. */
function rememberFirstDeposits(facts: Facts, { deposits }: Seen): void {
  for (const { txId, walletId, assetId, amount } of deposits) {
    if (assetId === 'reward' || String(fundsAtFirst[assetId as 'usdt']) !== amount)
      throw new Error(`the scene knows no deposit of ${amount} ${assetId}`);
    facts.deposits.set(txId, { walletId, assetId, amount });
  }
}

/** First wildly, then until everything has come to its end, or a contradiction was found. */
async function play(run: Run): Promise<void> {
  const { world, plan, faults, stage, violations, look } = run;
  const { scheduler, house } = world;
  await look();
  for (const program of Object.values(house)) await program.start();
  let acting = plan.deeds.length;
  const stuck: unknown[] = [];
  plan.deeds.forEach((deed, at) => {
    act(stage, deed, at)
      .catch((error: unknown) => void stuck.push(error))
      .finally(() => (acting -= 1));
  });
  while (violations.length === 0 && scheduler.steps < faultySteps) {
    await faults.apply(world);
    if (!(await scheduler.step())) break;
  }
  scheduler.isFair = true;
  await faults.heal(world);
  const untilMs = scheduler.nowMs + calmWithinMs;
  const operators = world.somebody('operators');
  for (let step = 0; violations.length === 0; step += 1) {
    await scheduler.step();
    if (step % pollSteps !== 0) continue;
    if (acting === 0 && (await isAtRest(run))) break;
    if (scheduler.nowMs > untilMs) {
      violations.push(
        `not at rest after ${calmWithinMs / 60_000} minutes without faults: ${await describeOpen(run, acting)}`,
      );
      break;
    }
    if (step % (pollSteps * 10) === 0) approveNext(stage, operators);
  }
  for (const error of stuck) violations.push(`somebody was never answered: ${String(error)}`);
}

/** In the end both operators agree to whatever still waits. */
function approveNext(stage: Stage, operators: ReturnType<World['somebody']>): void {
  for (const operator of [0, 1] as const)
    void operators.run(async () => {
      await pause(operators, 1_000 * operator);
      await decide(stage, operators, { operator, approve: true, which: 0 }).catch(() => undefined);
    });
}

async function isAtRest({ stage, look, world }: Run): Promise<boolean> {
  await look();
  const { sends, deposits } = stage.seen();
  if (sends.some(({ state }) => !endStates.has(state))) return false;
  return deposits.length === stage.facts.deposits.size && (await countOpenOrders(world.control)) === 0;
}

async function describeOpen({ stage, world }: Run, acting: number): Promise<string> {
  const { rows } = await world.control.query(
    `SELECT w.id, w.state, w.waiting_for, w.waiting_detail, w.attention, w.leased_until, w.due_at FROM withdrawals w
      WHERE state NOT IN ('rejected', 'cancelled', 'completed', 'failed')`,
  );
  const missing = [...stage.facts.deposits.keys()].filter((txId) =>
    stage.seen().deposits.every((deposit) => deposit.txId !== txId),
  );
  return JSON.stringify({ sends: rows, deposits: missing, acting });
}

async function conclude(run: Run): Promise<Outcome> {
  const { scene, plan, world, faults, violations, coverage, thrown, stage } = run;
  const { scheduler, house } = world;
  if (house.worker.isUp()) {
    const states = await world.during(house.worker.ask(async ({ states: all }) => all())).catch(() => []);
    for (const { name, ticks, handled } of states)
      coverage.set(`step ${name}`, handled > 0 ? handled : ticks > 0 ? 0 : -1);
  }
  for (const program of Object.values(house)) await program.kill();
  if (violations.length === 0) {
    violations.push(...(await judgeChain(scene, stage)));
    violations.push(...(await judgeBooks(world)));
  }
  for (const [kind, times] of faults.happened) coverage.set(`fault ${kind}`, times);
  return {
    violations,
    digest: scheduler.digest(),
    steps: scheduler.steps,
    virtualMs: scheduler.nowMs - scene.startMs,
    coverage,
    thrown,
    tail: violations.length === 0 ? [] : [`seed ${plan.seed}`, ...scheduler.tail],
  };
}

/** Every address outside was paid what its send says, once, or nothing. */
async function judgeChain({ chain }: Scene, stage: Stage): Promise<readonly string[]> {
  const found: string[] = [];
  for (const { id, settlement, state, to, amount, assetId } of stage.seen().sends) {
    if (settlement !== 'chain') continue;
    const paid = await chain.balanceOf('head', to as TronAddress, assetId as AssetId);
    const right = state === 'completed' ? BigInt(amount) : 0n;
    if (paid !== right) found.push(`send ${id}, ${state}, paid ${paid} ${assetId} on the chain, and ${right} is right`);
  }
  return found;
}

/** The product's own watch, which would close the house. People's factors are not simulated, so that there are none. */
async function judgeBooks(world: World): Promise<readonly string[]> {
  const judging = world.somebody('judge');
  const db = outside(() => openGatedDatabase(judging, world.ownerUrl, world.control.terminate));
  const asked = judging.run(() => listBreaches(db, { invented: ['factors'] }));
  const breaches = await world.during(asked);
  await outside(() => db.close());
  return breaches.map(({ invariant, finding }) => `${invariant} ${finding}`);
}
