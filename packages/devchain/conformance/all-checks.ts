import { accountChecks } from './account-checks.ts';
import { assetChecks } from './asset-checks.ts';
import { blockChecks } from './block-checks.ts';
import { builderChecks } from './builder-checks.ts';
import { callChecks } from './call-checks.ts';
import type { Check } from './check.ts';
import { committeeChecks } from './committee-checks.ts';
import { contractChecks } from './contract-checks.ts';
import { listChecks } from './list-checks.ts';
import { queryChecks } from './query-checks.ts';
import { readChecks } from './read-checks.ts';
import { refusalChecks } from './refusal-checks.ts';
import { settingChecks } from './setting-checks.ts';
import { stakeChecks } from './stake-checks.ts';
import { transactionChecks } from './transaction-checks.ts';

/** Every check that changes nothing on the node. */
export const allChecks: readonly Check[] = [
  ...blockChecks,
  ...queryChecks,
  ...readChecks,
  ...callChecks,
  ...refusalChecks,
  ...settingChecks,
  ...committeeChecks,
  ...accountChecks,
  ...assetChecks,
  ...contractChecks,
  ...stakeChecks,
  ...listChecks,
  ...transactionChecks,
  ...builderChecks,
];
