import type { Tick } from '@tern/base/run-loop';
import type { Flow } from '@tern/contracts/routes/console-flows';

/** One background job of the worker. */
export type WorkerStep = {
  readonly name: string;
  readonly tick: Tick;
  /** How long to wait after a tick that found nothing. */
  readonly idleMs: number;
  /** Runs at once when the database says that the chain moved. */
  readonly wakesOnChain?: true;
  /** Runs at once when this says so. */
  readonly wake?: EventTarget;
  /** Does nothing while an operator has stopped this flow; what it missed it does afterwards. */
  readonly flow?: Flow;
  /** What /health shows beside the state of the step. No names, no amounts. */
  readonly details?: () => Readonly<Record<string, unknown>>;
};
