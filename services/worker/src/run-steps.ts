import type { Clock } from '@tern/base/clock';
import { runLoop } from '@tern/base/run-loop';
import type { Flow } from '@tern/contracts/routes/console-flows';
import type { WorkerStep } from './worker-step.ts';

/** How a step is doing. */
export type StepState = {
  readonly name: string;
  /** Ticks that ended well, what they handled, and the time of the last one. */
  ticks: number;
  handled: number;
  lastGoodAt: Date | null;
  /** Failures in a row and in all, and what the last one said. */
  failures: number;
  faults: number;
  lastFault: string | null;
  readonly details?: Readonly<Record<string, unknown>>;
};

export type RunStepsOptions = {
  readonly steps: readonly WorkerStep[];
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Cuts the idle waits of the steps that follow the chain short. */
  readonly chainMoved: EventTarget;
  readonly onError: (error: unknown, name: string) => void;
  /** Whether an operator lets a flow run. */
  readonly isFlowOpen: (flow: Flow) => Promise<boolean>;
};

// Short: when a node or the signer is back, people are waiting.
const backoffMaxMs = 5_000;

/** Runs every step until the signal aborts. `finished` resolves when the last running tick has ended. */
export function runSteps(options: RunStepsOptions): {
  readonly states: readonly StepState[];
  readonly finished: Promise<void>;
} {
  const states = options.steps.map(newState);
  const loops = options.steps.map((step, position) => runStep(step, states[position] as StepState, options));
  return { states, finished: Promise.all(loops).then(() => undefined) };
}

function newState({ name, details }: WorkerStep): StepState {
  const state: StepState = { name, ticks: 0, handled: 0, lastGoodAt: null, failures: 0, faults: 0, lastFault: null };
  // Asked for whenever somebody looks, so that it is never older than the look.
  return details === undefined ? state : Object.defineProperty(state, 'details', { enumerable: true, get: details });
}

async function runStep(step: WorkerStep, state: StepState, options: RunStepsOptions): Promise<void> {
  await runLoop({
    name: step.name,
    tick: async (signal) => {
      const isOpen = step.flow === undefined || (await options.isFlowOpen(step.flow));
      const handled = isOpen ? await step.tick(signal) : 0;
      state.ticks += 1;
      state.handled += handled;
      state.lastGoodAt = options.clock.now();
      state.failures = 0;
      state.lastFault = null;
      return handled;
    },
    idleMs: step.idleMs,
    backoffMaxMs,
    onError: (error, name) => {
      state.failures += 1;
      state.faults += 1;
      state.lastFault = error instanceof Error ? error.name : 'unknown';
      options.onError(error, name);
    },
    signal: options.signal,
    ...wakeOf(step, options),
  });
}

function wakeOf({ wake, wakesOnChain }: WorkerStep, { chainMoved }: RunStepsOptions): { readonly wake?: EventTarget } {
  if (wake !== undefined) return { wake };
  return wakesOnChain === true ? { wake: chainMoved } : {};
}
