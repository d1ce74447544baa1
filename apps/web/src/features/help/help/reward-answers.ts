import { msg } from '@lingui/core/macro';
import { paths } from '../../../shared/paths.ts';
import type { Answer } from './answer.ts';

/** What people ask about activation, rewards and swaps. The bonus is named only to those it is offered to. */
export const rewardAnswers: readonly Answer[] = [
  {
    id: 'activation',
    title: msg`What is activation?`,
    words: msg`not active, first top-up, bonus`,
    says: ({ minimum, bonus }) => [
      msg`Your first top-up of at least ${minimum} from the chain activates your account. Activities are for active accounts. Receiving, sending and swapping work without it.`,
      ...(bonus === undefined
        ? []
        : [
            msg`It also pays a bonus of ${bonus}, once per person.`,
            msg`Bonuses are allowed only in some countries.`,
            msg`We pay the bonus from a funded account with a daily budget. Once the budget is used up, we pay on a later day. When the account is empty, the promotion ends.`,
          ]),
    ],
    leads: [{ to: paths.receive, title: msg`Receive` }],
  },
  {
    id: 'reward',
    title: msg`How is my reward computed?`,
    words: msg`pool, distribution, holding, formula, nightly`,
    says: ({ every, share, token }) => [
      msg`Every ${every}, the pool pays ${share} of itself to people who hold ${token}. The price of ${token} can fall, and nobody has to hold it.`,
      msg`your reward = share × your holding over time ÷ everyone’s holding over time, rounded down`,
      msg`Open a past distribution. This device recalculates your reward and traces it to the published fingerprint. With the file of all lines, which has no names, anyone can recalculate every reward.`,
    ],
    leads: [{ to: paths.reward, title: msg`Reward` }],
  },
  {
    id: 'swap',
    title: msg`What does a swap cost, and what comes back?`,
    words: msg`exchange, spread, fee, quote, price, swap reward`,
    says: ({ swapFee, quote, swapBack, swapPool, token }) => [
      msg`The fee is ${swapFee} of what you give, and the price includes a spread. You see what you get before you confirm. A quote holds for ${quote}.`,
      msg`Where rewards are allowed, ${swapBack} of the fee comes back to you in ${token} with the next distribution. Another ${swapPool} goes to the reward pool.`,
    ],
    leads: [
      { to: paths.swap, title: msg`Swap` },
      { to: paths.swapRecord, title: msg`Swap records` },
    ],
  },
  {
    id: 'activities',
    title: msg`How do activities work?`,
    words: msg`task, user ID, picture, claim`,
    says: () => [
      msg`You submit your user ID on another service and a picture that shows it. Joining is free.`,
      msg`A person reviews it within the time that the activity promises. If they reject it, they have to give a reason.`,
      msg`You claim an approved reward once, with your trade password. It stays yours to claim.`,
    ],
    leads: [{ to: paths.activities, title: msg`Activity` }],
  },
  {
    id: 'country',
    title: msg`Why are there no rewards in my country?`,
    words: msg`region, not available, law, closed`,
    says: ({ correction, countryDays }) => [
      msg`Rewards are allowed only in some countries. Everything else in the wallet works as it does elsewhere.`,
      ...(correction === undefined ? [] : [msg`You can correct the country you declared within ${correction}.`]),
      msg`You can declare another country after ${countryDays}.`,
    ],
    leads: [{ to: paths.settings, title: msg`Settings` }],
  },
];
