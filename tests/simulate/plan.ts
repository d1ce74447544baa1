import { openDraw, type Draw } from '../campaigns/draw.ts';
import { peopleCount } from './scene.ts';

/** What somebody does, `atMs` after the beginning. */
export type Deed = { readonly atMs: number } & (
  | { readonly kind: 'deposit'; readonly person: number; readonly assetId: 'usdt' | 'trx'; readonly units: number }
  | {
      readonly kind: 'send';
      readonly person: number;
      /** Another person here; undefined for an address on the chain that is nobody else's. */
      readonly to: number | undefined;
      readonly assetId: 'usdt' | 'trx';
      /** Whole units. */
      readonly amount: number;
      /** Confirms a second time at the same moment, under the same key or another. */
      readonly twice: 'no' | 'same-key' | 'other-key';
      readonly cancelAfterMs: number | undefined;
    }
  | { readonly kind: 'decide'; readonly operator: 0 | 1; readonly approve: boolean; readonly which: number }
);

export type ProgramName = 'worker' | 'api' | 'console';

/** What goes wrong once so many steps were taken. */
export type Fault = { readonly atStep: number } & (
  | { readonly kind: 'kill'; readonly program: ProgramName | 'signer'; readonly forSteps: number }
  | { readonly kind: 'cut' | 'lose-answer' | 'refuse'; readonly program: ProgramName }
  | { readonly kind: 'lose-commit'; readonly program: ProgramName }
  | { readonly kind: 'signer-silent'; readonly after: boolean }
  | { readonly kind: 'node'; readonly node: 0 | 1; readonly fault: NodeFaultName; readonly forSteps: number }
  | { readonly kind: 'clock'; readonly program: ProgramName; readonly aheadMs: number; readonly forSteps: number }
  | { readonly kind: 'reorganise'; readonly depth: number }
  | { readonly kind: 'leap'; readonly ms: number }
  | { readonly kind: 'wake'; readonly times: number }
);

export const nodeFaultNames = [
  'refuse',
  'accept-then-refuse',
  'lose-answer',
  'hold',
  'drop',
  'throttle',
  'cut-answer',
  'stall-solid',
  'lag-solid',
  'lag-head',
  'fork',
] as const;
export type NodeFaultName = (typeof nodeFaultNames)[number];

/** One schedule: everything that it is made of but the turns, which its seed draws. */
export type Plan = { readonly seed: number; readonly deeds: readonly Deed[]; readonly faults: readonly Fault[] };

/** Steps within which faults begin. */
export const faultySteps = 900;
const deedsWithinMs = 40_000;
/** Of USDT, from where one and two operators look at a send. */
const [reviewedFrom, reviewedByTwoFrom] = [5_000, 10_000];

export function drawPlan(seed: number): Plan {
  const draw = openDraw(Math.imul(seed, 0x9e3779b1) ^ 0x51ab);
  const deeds = Array.from({ length: 5 + draw.below(10) }, () => drawDeed(draw));
  // Every fourth schedule is without faults: what is wrong there is wrong by order alone.
  const faults = draw.oneIn(4) ? [] : Array.from({ length: 1 + draw.below(10) }, () => drawFault(draw));
  return { seed, deeds, faults: faults.toSorted((one, other) => one.atStep - other.atStep) };
}

function drawDeed(draw: Draw): Deed {
  const atMs = draw.below(deedsWithinMs);
  const assetId = draw.oneIn(4) ? 'trx' : 'usdt';
  const person = draw.below(peopleCount);
  if (draw.oneIn(4)) return { kind: 'deposit', atMs, person, assetId, units: 11 + draw.below(500) };
  if (draw.oneIn(4)) {
    const operator = draw.below(2) as 0 | 1;
    return { kind: 'decide', atMs, operator, approve: !draw.oneIn(3), which: draw.below(4) };
  }
  const isReviewed = assetId === 'usdt' && draw.oneIn(2);
  const amount = isReviewed
    ? draw.pick([reviewedFrom, reviewedByTwoFrom]) + draw.below(5_000)
    : assetId === 'trx'
      ? 10 + draw.below(900)
      : 2 + draw.below(4_000);
  return {
    kind: 'send',
    ...{ atMs, person, assetId, amount },
    to: draw.oneIn(2) ? draw.below(peopleCount) : undefined,
    twice: draw.pick(['no', 'no', 'same-key', 'other-key'] as const),
    cancelAfterMs: isReviewed && draw.oneIn(2) ? draw.below(20_000) : undefined,
  };
}

function drawFault(draw: Draw): Fault {
  const atStep = draw.below(faultySteps);
  const program = draw.pick(['worker', 'worker', 'api', 'console'] as const);
  const forSteps = 20 + draw.below(200);
  switch (draw.below(10)) {
    case 0:
    case 1:
      return { kind: 'kill', atStep, program: draw.oneIn(5) ? 'signer' : program, forSteps };
    case 2:
      return { kind: draw.pick(['cut', 'refuse'] as const), atStep, program };
    case 3:
      return { kind: draw.pick(['lose-answer', 'lose-commit'] as const), atStep, program };
    case 4:
      return { kind: 'signer-silent', atStep, after: draw.oneIn(2) };
    case 5:
    case 6:
      return { kind: 'node', atStep, node: draw.below(2) as 0 | 1, fault: draw.pick(nodeFaultNames), forSteps };
    case 7:
      return { kind: 'clock', atStep, program, aheadMs: (draw.below(41) - 20) * 1_000, forSteps };
    case 8:
      return draw.oneIn(2)
        ? { kind: 'reorganise', atStep, depth: 1 + draw.below(6) }
        : { kind: 'wake', atStep, times: 3 };
    default:
      return { kind: 'leap', atStep, ms: draw.pick([1_000, 16_000, 31_000, 120_000]) };
  }
}
