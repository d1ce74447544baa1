import { roleUrl, type Role } from '@tern/db/roles';
import { databaseUrl, testPasswords } from '@tern/testkit/template-database';
import type { TronAddress } from '@tern/tron/address';
import { openDraw, type Draw } from '../campaigns/draw.ts';
import type { SimChain } from './chain.ts';
import { openControl, type Control } from './control.ts';
import { makeHouse, type House } from './house-programs.ts';
import { outside } from './life.ts';
import { Scheduler, type Process, type SchedulerOptions } from './scheduler.ts';
import { openSimSigner, type SimSigner } from './signer.ts';

/** Everything of one schedule, on a database of its own. */
export type World = {
  readonly scheduler: Scheduler;
  readonly control: Control;
  readonly house: House;
  readonly signer: SimSigner;
  readonly chain: SimChain;
  /** A process for somebody outside the house: never dies, has the true time. */
  readonly somebody: (name: string) => Process;
  /** Takes steps until this is settled, or for so many steps. */
  readonly during: <Result>(promise: Promise<Result>, stepsMax?: number) => Promise<Result>;
  readonly ownerUrl: string;
  readonly close: () => Promise<void>;
};

export type WorldOptions = Pick<SchedulerOptions, 'disturb' | 'onStep'> & {
  readonly clusterUrl: string;
  readonly database: string;
  readonly chain: SimChain;
  readonly signerFolder: string;
  readonly hotAddress: TronAddress;
  readonly startMs: number;
  readonly seed: number;
  readonly aheadMs?: (name: string) => number;
  readonly onFault?: (step: string, error: unknown) => void;
};

export async function openWorld(options: WorldOptions): Promise<World> {
  const { clusterUrl, chain, startMs, seed, aheadMs = () => 0 } = options;
  const ownerUrl = databaseUrl(clusterUrl, options.database);
  const control = await openControl(ownerUrl);
  // Which step comes next is drawn apart from what processes draw, so that one draw more of them shifts no schedule.
  const [turns, chance] = [openDraw(seed), openDraw(seed ^ 0x5eed)] as [Draw, Draw];
  const scheduler = new Scheduler({
    startMs,
    draw: turns,
    waitsForLock: control.waitsForLock,
    onTime: control.setTime,
    disturb: options.disturb,
    onStep: options.onStep,
  });
  await control.setTime(startMs);
  const trueClock = { nowMs: () => scheduler.nowMs, now: () => new Date(scheduler.nowMs) };
  const signer = openSimSigner({
    directory: options.signerFolder,
    contracts: chain.network.contracts,
    clock: trueClock,
  });
  await signer.start();
  const passwords = testPasswords(clusterUrl);
  const as = (role: Role): string => roleUrl(ownerUrl, role, passwords[role]);
  const house = makeHouse({
    ground: { scheduler, control, draw: chance, aheadMs },
    chain,
    signer,
    urls: { worker: as('tern_worker'), api: as('tern_api'), console: as('tern_console') },
    hotAddress: options.hotAddress,
    onFault: options.onFault ?? (() => undefined),
  });
  const somebody = (name: string): Process => scheduler.spawn(name, chance);
  chain.mineFor(somebody('chain'));
  return {
    scheduler,
    control,
    house,
    signer,
    chain,
    somebody,
    ownerUrl,
    during: (promise, stepsMax = 100_000) => takeSteps(scheduler, promise, stepsMax),
    close: () =>
      outside(async () => {
        for (const program of Object.values(house)) await program.kill();
        await signer.kill();
        await control.close();
      }),
  };
}

async function takeSteps<Result>(scheduler: Scheduler, promise: Promise<Result>, stepsMax: number): Promise<Result> {
  let settled = false;
  const end = (): void => {
    settled = true;
  };
  promise.then(end, end);
  for (let step = 0; !settled && step < stepsMax; step += 1) {
    if (!(await scheduler.step()) && !settled) throw new Error('nothing is left to do, and somebody still waits');
  }
  if (!settled) throw new Error(`not done after ${stepsMax} steps:\n${scheduler.tail.slice(-20).join('\n')}`);
  return promise;
}
