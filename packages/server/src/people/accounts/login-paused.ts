import type { Clock } from '@tern/base/clock';
import { problem } from '@tern/contracts/problem';

/** Says in how many whole seconds the next try is looked at. */
export function throwLoginPaused(clock: Clock, pausedUntil: Date): never {
  throw problem('LOGIN_PAUSED', { retryAfterSeconds: Math.ceil((pausedUntil.getTime() - clock.nowMs()) / 1000) });
}
