export { deleteActivationPrompt } from './activation-prompt.ts';
export { considerActivation, type ActivationDeps, type TopUp } from './consider-activation.ts';
export { decideBonus, type BonusDecision, type BonusOutcome } from './decide-bonus.ts';
export { fundPromotion, postPromotionFunding, type FundPromotionInput } from './fund-promotion.ts';
export { payQueuedBonuses, type PayQueuedBonusesDeps } from './pay-queued-bonuses.ts';
export { isPromotionOpen } from './promotion-funds.ts';
export {
  hasQueuedBonus,
  selectActivatedAt as findActivatedAt,
  selectActiveAmong as listActiveAmong,
  selectWaitingGrants as listWaitingBonuses,
  type HeldBonus,
} from './promotion-store.ts';
