import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';

/** Documents that pages of the console lead to, by file, as the search calls them; the others are about machines. */
export const helpDocuments: Readonly<Record<string, MessageDescriptor>> = {
  activities: msg`Help: activities and entries`,
  complaints: msg`Help: complaints`,
  console: msg`Help: the console, page by page`,
  'factor-resets': msg`Help: factor resets`,
  funds: msg`Help: funds, pairs and bonuses`,
  operators: msg`Help: operators and their passkeys`,
  payouts: msg`Help: withdrawals that do not go on`,
  people: msg`Help: people, holds and answers`,
  quarantine: msg`Help: quarantine and suspense`,
  screening: msg`Help: screening of addresses`,
  'service-api': msg`Help: service keys and the service API`,
  terms: msg`Help: fees and limits`,
  transactions: msg`Help: where is my deposit`,
  treasury: msg`Help: treasury and cold storage`,
  webhooks: msg`Help: webhooks`,
};
