import type { Problem } from '../../../shared/problem.ts';
import type { AddressStep } from './transfer-form.ts';

/** The first thing that keeps the way on closed, in the order in which a person can act on them. */
export type Obstacle =
  | 'locked'
  | 'network'
  | 'address'
  | 'address-invalid'
  | 'find'
  | 'checking'
  | 'check-failed'
  | 'refused'
  | 'only-people-here'
  | 'fee-unknown'
  | AddressStep
  | Extract<
      Problem,
      {
        code:
          | `AMOUNT_${string}`
          | 'DAILY_LIMIT_REACHED'
          | 'LEVEL_LIMIT_REACHED'
          | 'INSUFFICIENT_BALANCE'
          | 'ASSET_NOT_SENDABLE';
      }
    >;

/** Everything that decides whether a draft can be asked for. */
export type Readiness = {
  isLocked: boolean;
  hasNetwork: boolean;
  address: 'missing' | 'invalid' | 'unasked' | 'checking' | 'check-failed' | 'refused' | 'known';
  step: AddressStep | undefined;
  /** Settled inside, or a coin that may leave to the chain. */
  isSendable: boolean;
  isFeeKnown: boolean;
  amountProblem: Problem | undefined;
};

const addressObstacles = {
  missing: 'address',
  invalid: 'address-invalid',
  unasked: 'find',
  checking: 'checking',
  'check-failed': 'check-failed',
  refused: 'refused',
  known: undefined,
} as const satisfies Record<Readiness['address'], Obstacle | undefined>;

/** Network before address before amount, as the server asks. Undefined when the way on is open. */
export function findObstacle(state: Readiness): Obstacle | undefined {
  if (state.isLocked) return 'locked';
  if (!state.hasNetwork) return 'network';
  const address = addressObstacles[state.address];
  if (address !== undefined) return address;
  if (!state.isSendable) return 'only-people-here';
  if (state.step !== undefined) return state.step;
  if (!state.isFeeKnown) return 'fee-unknown';
  return state.amountProblem as Obstacle | undefined;
}
