import { msg } from '@lingui/core/macro';
import { termNames, type TermName } from '@tern/contracts/terms';

const groupNames = {
  sends: msg`Sends`,
  reviews: msg`Reviews`,
  fees: msg`Fees of a send`,
  swaps: msg`Swaps`,
};
type Group = keyof typeof groupNames;

/** Where each fee and limit stands on the page; a new one without a place does not compile. */
const groupOf: Readonly<Record<TermName, Group>> = {
  withdrawalMinUsdt: 'sends',
  withdrawalMinTrx: 'sends',
  withdrawalMinReward: 'sends',
  withdrawalMax: 'sends',
  withdrawalDailyMax: 'sends',
  withdrawalHouseDailyMax: 'reviews',
  reviewFrom: 'reviews',
  secondOperatorFrom: 'reviews',
  feeMarginPercent: 'fees',
  feeMaxUsdt: 'fees',
  feeMaxTrx: 'fees',
  feeMaxReward: 'fees',
  swapFee: 'swaps',
  swapSwapperShare: 'swaps',
  swapPoolShare: 'swaps',
  swapSpread: 'swaps',
  swapSpreadSize: 'swaps',
  swapSpreadMax: 'swaps',
  swapInventoryShare: 'swaps',
  swapMin: 'swaps',
  swapMax: 'swaps',
};

/** The groups with what belongs to each, in the order of the page. */
export const termGroups = (Object.keys(groupNames) as Group[]).map((group) => ({
  group,
  name: groupNames[group],
  terms: termNames.filter((name) => groupOf[name] === group),
}));
