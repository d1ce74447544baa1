import { useQuery } from '@tanstack/react-query';
import type { InstallationView } from '@tern/contracts/routes/installation';
import type { BonusOffer } from '@tern/contracts/routes/promotions';
import { activationPromptQuery } from './activation-prompt-query.ts';

/** How the bonus may be shown: as the server says for this person; `ended` once the promotion cannot pay it. */
export type ShownBonus = BonusOffer | 'ended';

/** Undefined until the server has said: nothing is offered before. */
export function useBonusOffer({ activation }: InstallationView): ShownBonus | undefined {
  const { data } = useQuery(activationPromptQuery);
  return data === undefined ? undefined : shownBonus(data.bonusOffer, activation.promotionOpen);
}

export function shownBonus(offer: BonusOffer, promotionOpen: boolean): ShownBonus {
  return promotionOpen || offer === 'closed' ? offer : 'ended';
}

/** Whether it is offered, with what it depends on. */
export function isOffered(shown: ShownBonus | undefined): shown is 'open' | 'reviewed' | 'depends' {
  return shown === 'open' || shown === 'reviewed' || shown === 'depends';
}
