import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { ToldBonusRefusal } from '@tern/contracts/routes/promotions';

/** Why a bonus is not paid: every reason that people are told has its text. */
export const bonusRefusalTexts: Readonly<Record<ToldBonusRefusal, MessageDescriptor>> = {
  'not-approved': msg`The review did not approve the bonus.`,
  'country-unclear': msg`We couldn’t verify that you live in the country you declared.`,
  'country-closed': msg`Bonuses are not allowed in the country you declared.`,
  'promotion-ended': msg`The promotion ended before the bonus could be paid.`,
};
