import { SignerUnavailable } from '@tern/tron/signer-fault';
import type { Fault, NodeFaultName } from './plan.ts';
import type { Step } from './scheduler.ts';
import type { World } from './world.ts';

/** What goes wrong, at which step, and until when. */
export type FaultInjector = {
  /** For the world's options. */
  readonly disturb: (step: Step) => (() => Promise<unknown>) | undefined;
  readonly aheadMs: (program: string) => number;
  /** Called between steps. */
  readonly apply: (world: World) => Promise<void>;
  /** Ends everything that still goes wrong, and starts what is down. */
  readonly heal: (world: World) => Promise<void>;
  /** What has happened, by kind. */
  readonly happened: ReadonlyMap<string, number>;
};

type AtStatement = Extract<Fault, { kind: 'cut' | 'lose-answer' | 'refuse' | 'lose-commit' | 'signer-silent' }>;

const lost = (): Error => new Error('Connection terminated unexpectedly');

export function openFaults(faults: readonly Fault[]): FaultInjector {
  const waiting = [...faults];
  const armed: AtStatement[] = [];
  const ends: { readonly atStep: number; readonly end: (world: World) => Promise<void> }[] = [];
  const clocks = new Map<string, number>();
  const happened = new Map<string, number>();
  const inTransaction = new Set<number>();
  const count = (kind: string): void => void happened.set(kind, (happened.get(kind) ?? 0) + 1);
  const begin = async (world: World, fault: Fault): Promise<void> => {
    if ('forSteps' in fault) {
      const end = await beginLasting(world, fault, clocks);
      ends.push({ atStep: world.scheduler.steps + fault.forSteps, end });
    } else if (fault.kind === 'leap') world.scheduler.leap(fault.ms);
    else if (fault.kind === 'reorganise') await reorganise(world, fault.depth);
    else if (fault.kind === 'wake') wake(world, fault.times);
    else {
      armed.push(fault);
      return;
    }
    count(fault.kind);
  };
  return {
    happened,
    aheadMs: (program) => clocks.get(program) ?? 0,
    disturb: (step) => {
      followTransactions(inTransaction, step);
      const at = armed.findIndex((fault) => isFor(fault, step, inTransaction));
      const [fault] = at < 0 ? [] : armed.splice(at, 1);
      if (fault === undefined) return undefined;
      count(fault.kind);
      return disturbed(fault, step);
    },
    apply: async (world) => {
      while (waiting[0] !== undefined && waiting[0].atStep <= world.scheduler.steps)
        await begin(world, waiting.shift() as Fault);
      for (let at = ends.length - 1; at >= 0; at -= 1) {
        if ((ends[at]?.atStep ?? Infinity) > world.scheduler.steps) continue;
        const [entry] = ends.splice(at, 1);
        await entry?.end(world);
      }
    },
    heal: async (world) => {
      waiting.length = 0;
      armed.length = 0;
      for (const { end } of ends.splice(0)) await end(world);
    },
  };
}

function followTransactions(inTransaction: Set<number>, { kind, pid }: Step): void {
  if (pid === undefined) return;
  if (kind === 'begin') inTransaction.add(pid);
  if (kind === 'commit' || kind === 'rollback') inTransaction.delete(pid);
}

function isFor(fault: AtStatement, { process, kind, pid, label }: Step, inTransaction: ReadonlySet<number>): boolean {
  if (fault.kind === 'signer-silent') return kind === 'signer' && label.startsWith('signer sign');
  if (process.name !== fault.program || pid === undefined) return false;
  if (fault.kind === 'refuse') return kind === 'statement' && inTransaction.has(pid);
  if (fault.kind === 'lose-commit' || fault.kind === 'lose-answer') return kind === 'commit';
  return kind === 'statement' || kind === 'commit';
}

/** What happens in place of a step's own work. */
function disturbed(fault: AtStatement, step: Step): () => Promise<unknown> {
  const { work, refuse, cut } = step;
  switch (fault.kind) {
    case 'signer-silent':
      return async () => {
        if (fault.after) await work();
        throw new SignerUnavailable('no answer');
      };
    case 'refuse':
      return () => refuse?.('40P01') ?? work();
    case 'lose-answer':
      // The transaction is kept, and who asked for it never hears of it.
      return async () => {
        await work();
        await cut?.();
        throw lost();
      };
    case 'lose-commit':
    case 'cut':
      return async () => {
        await cut?.();
        return work();
      };
  }
}

type Lasting = Extract<Fault, { forSteps: number }>;

/** Begins something that lasts; the result ends it. */
async function beginLasting(
  world: World,
  fault: Lasting,
  clocks: Map<string, number>,
): Promise<(world: World) => Promise<void>> {
  const { house, signer, chain } = world;
  if (fault.kind === 'clock') {
    clocks.set(fault.program, fault.aheadMs);
    return async () => void clocks.delete(fault.program);
  }
  if (fault.kind === 'node') {
    const control = chain.controls[fault.node];
    await control?.admin.setFault(nodeFaultOf(fault.fault));
    return async () => {
      await control?.admin.clearFaults();
    };
  }
  const { program } = fault;
  if (program === 'signer') {
    await signer.kill();
    return async () => {
      if (!signer.isUp()) await signer.start();
    };
  }
  await house[program].kill();
  return async () => {
    if (!house[program].isUp()) await house[program].start();
  };
}

function nodeFaultOf(name: NodeFaultName): Parameters<World['chain']['controls'][number]['admin']['setFault']>[0] {
  switch (name) {
    case 'refuse':
    case 'accept-then-refuse':
      return { kind: name, code: 'SERVER_BUSY', times: 3 };
    case 'lag-solid':
    case 'lag-head':
      return { kind: name, blocks: 5 };
    case 'fork':
      return { kind: name, depth: 3 };
    case 'stall-solid':
      return { kind: name };
    case 'cut-answer':
    case 'drop':
    case 'hold':
    case 'lose-answer':
    case 'throttle':
      return { kind: name, times: 3 };
  }
}

async function reorganise({ chain, scheduler }: World, depth: number): Promise<void> {
  const { admin, info } = chain.controls[0] as World['chain']['controls'][number];
  const { height, solidHeight } = info();
  const deepest = height - Math.max(1, solidHeight);
  if (deepest < 1) return;
  await admin.reorganise(Math.min(depth, deepest));
  scheduler.note('the chain is reorganised');
}

function wake({ house }: World, times: number): void {
  for (let time = 0; time < times; time += 1)
    void house.worker.ask(async ({ wake: rouse }) => rouse()).catch(() => undefined);
}
