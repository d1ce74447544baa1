import type { StandingView } from '@tern/contracts/levels';
import { limitToWire, type LevelStanding } from './level.ts';

/** How a person stands, as they and operators read it. Pure. */
export function renderStanding({ level, daily, until, next }: LevelStanding): StandingView {
  return {
    level,
    daily: limitToWire(daily),
    until: until?.toISOString() ?? null,
    next: next === null ? null : { at: next.at.toISOString(), daily: limitToWire(next.daily) },
  };
}
