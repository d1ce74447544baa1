import { toWire } from '@tern/base/to-wire';
import type { StandingView } from '@tern/contracts/levels';
import type { LevelStanding } from './level.ts';

/** How a person stands, as they and operators read it. Pure. */
export function renderStanding({ level, daily, until, next }: LevelStanding): StandingView {
  return toWire({
    level,
    daily,
    until,
    next,
  });
}
