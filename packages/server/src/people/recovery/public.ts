export { cancelFactorReset } from './cancel-factor-reset.ts';
export { type FactorResetOutcome, decideFactorReset } from './decide-factor-reset.ts';
export {
  findWaitingReset,
  findWaitingResetById,
  listWaitingResets,
  selectResetDecisions as listResetDecisions,
} from './factor-reset-store.ts';
export type { FactorReset } from './factor-reset.ts';
export { recover } from './recover.ts';
export { startFactorReset } from './start-factor-reset.ts';
export { stopChange } from './stop-change.ts';
export { advanceFactorResets } from './advance-factor-resets.ts';
