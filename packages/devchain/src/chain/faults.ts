import type { RefusalCode } from './refusal.ts';

/** The broadcast is refused before anything is looked at. */
type Refuse = { readonly kind: 'refuse'; readonly code: RefusalCode; readonly text?: string };
/** The broadcast is accepted, and answered as if it were not. */
type AcceptThenRefuse = { readonly kind: 'accept-then-refuse'; readonly code: RefusalCode; readonly text?: string };
/** The broadcast is accepted, then the connection breaks without an answer. */
type LoseAnswer = { readonly kind: 'lose-answer' };
/** The transaction is accepted and stays out of blocks until it expires or the fault is cleared. */
type Hold = { readonly kind: 'hold' };
/** The transaction is accepted and forgotten. */
type Drop = { readonly kind: 'drop' };
/** The answer a node gives when it is asked too often: 200 with an Error. */
type Throttle = { readonly kind: 'throttle' };
/** Another server answers in the node's place, for example 429 or 503 with HTML. */
type Foreign = { readonly kind: 'http'; readonly status: number; readonly body?: string };
/** The answer takes this long. */
type Delay = { readonly kind: 'delay'; readonly delayMs: number };
/** The connection stays open and no answer ever comes. */
type Hang = { readonly kind: 'hang' };
/** Half of the answer comes, then the connection breaks. */
type Cut = { readonly kind: 'cut-answer' };
/** The node runs no constant calls, as where `vm.supportConstant` is off. */
type NoCalls = { readonly kind: 'no-calls' };
/** The node estimates no energy, as where `vm.estimateEnergy` is off. */
type NoEstimates = { readonly kind: 'no-estimates' };

/** Faults of single requests. */
export type RequestFault =
  | Refuse
  | AcceptThenRefuse
  | LoseAnswer
  | Hold
  | Drop
  | Throttle
  | Foreign
  | Delay
  | Hang
  | Cut
  | NoCalls
  | NoEstimates;

/** The solidified head stands still. */
type StallSolid = { readonly kind: 'stall-solid' };
/** The node's solidified head falls behind by so many blocks more than it should. */
type LagSolid = { readonly kind: 'lag-solid'; readonly blocks: number };
/** The node falls behind by so many blocks, and knows nothing that is pending. */
type LagHead = { readonly kind: 'lag-head'; readonly blocks: number };
/** The node sees other, empty blocks in place of the last `depth` ones and of all that follow. */
type Fork = { readonly kind: 'fork'; readonly depth: number };
/** The node has never heard of this transaction. */
type Conceal = { readonly kind: 'conceal'; readonly txId: string };

/** Blocks from now on have receipts without internal transactions, as where `vm.saveInternalTx` is off. */
type NoInternal = { readonly kind: 'no-internal' };

/** Faults of what a node sees of the chain; they last until cleared. */
export type SightFault = StallSolid | LagSolid | LagHead | Fork | Conceal | NoInternal;

/**
 * What can be made to go wrong at a node. `times` limits how many requests fail (default: until cleared), `path` limits to
 * requests whose path contains it.
 */
export type Fault = (RequestFault & { readonly times?: number; readonly path?: string }) | SightFault;

type RequestFaultKind = RequestFault['kind'];

const requestFaults: Readonly<Record<RequestFaultKind, true>> = {
  refuse: true,
  'accept-then-refuse': true,
  'lose-answer': true,
  hold: true,
  drop: true,
  throttle: true,
  http: true,
  delay: true,
  hang: true,
  'cut-answer': true,
  'no-calls': true,
  'no-estimates': true,
};

const sightFaults: Readonly<Record<SightFault['kind'], true>> = {
  'stall-solid': true,
  'lag-solid': true,
  'lag-head': true,
  fork: true,
  conceal: true,
  'no-internal': true,
};

export const faultKinds = Object.keys({ ...requestFaults, ...sightFaults }) as Fault['kind'][];

export function isSightFault(fault: Fault): fault is SightFault {
  return fault.kind in sightFaults;
}

type LimitedFault = Exclude<Fault, SightFault>;

export type Faults = {
  readonly set: (fault: LimitedFault) => void;
  readonly clear: () => void;
  /** Whether a fault of this kind is active, without using it up. */
  readonly has: (kind: RequestFaultKind) => boolean;
  /** Uses up one occurrence of a fault of this kind; `undefined` when none applies. */
  readonly take: <Kind extends RequestFaultKind>(
    kind: Kind,
    path?: string,
  ) => Extract<RequestFault, { kind: Kind }> | undefined;
};

export function createFaults(): Faults {
  let active: { readonly fault: LimitedFault; left: number }[] = [];
  return {
    set: (fault) => {
      active.push({ fault, left: fault.times ?? Infinity });
    },
    clear: () => {
      active = [];
    },
    has: (kind) => active.some(({ fault }) => fault.kind === kind),
    take: <Kind extends RequestFaultKind>(kind: Kind, path = '') => {
      const found = active.find(({ fault }) => fault.kind === kind && path.includes(fault.path ?? ''));
      if (found === undefined) return undefined;
      found.left -= 1;
      if (found.left <= 0) active = active.filter((entry) => entry !== found);
      return found.fault as Extract<RequestFault, { kind: Kind }>;
    },
  };
}
