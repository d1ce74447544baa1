import { join } from 'node:path';
import { blockMsOf } from '@tern/config/block-ms';
import type { Config } from '@tern/config/config';
import { feeAccountSettings } from '@tern/config/fee-account-settings';
import { hotSettings } from '@tern/config/hot-settings';
import { installedAssets } from '@tern/config/installed-assets';
import { priceRules } from '@tern/config/price-rules';
import { openCommitTimes } from '@tern/db/time-commits';
import { reEncodeEvidence } from '@tern/images/re-encode-evidence';
import type { ObjectStore } from '@tern/object-store/object-store';
import { stallLimitsOf } from '@tern/server/chain/chain-view/public';
import type { ConsoleAccessDeps } from '@tern/server/console/access/public';
import { consoleAccessRouter } from '@tern/server/console/access/routes';
import { consoleActivitiesRouter } from '@tern/server/console/activities/routes';
import { consoleAnnouncementsRouter } from '@tern/server/console/announcements/routes';
import { consoleBooksRouter } from '@tern/server/console/books/routes';
import { consoleChangesRouter } from '@tern/server/console/changes/routes';
import { consoleComplaintsRouter } from '@tern/server/console/complaints/routes';
import { consoleEntriesRouter } from '@tern/server/console/entries/routes';
import { consoleFlowsRouter } from '@tern/server/console/flows/routes';
import { waitingRoles } from '@tern/server/console/home/public';
import { consoleHomeRouter } from '@tern/server/console/home/routes';
import { consoleHouseRouter } from '@tern/server/console/house/routes';
import { consoleKeysRouter } from '@tern/server/console/keys/routes';
import { consoleLogRouter } from '@tern/server/console/log/routes';
import { consoleNoticesRouter } from '@tern/server/console/notices/routes';
import { consoleOperatorsRouter } from '@tern/server/console/operators/routes';
import { consolePeopleRouter } from '@tern/server/console/people/routes';
import { consoleResolutionsRouter } from '@tern/server/console/resolutions/routes';
import { consoleReviewsRouter } from '@tern/server/console/reviews/routes';
import { consoleScreeningRouter } from '@tern/server/console/screening/routes';
import { consoleSearchRouter } from '@tern/server/console/search/routes';
import { consoleTermsRouter } from '@tern/server/console/terms/routes';
import { consoleTransactionsRouter } from '@tern/server/console/transactions/routes';
import { consoleWebhooksRouter } from '@tern/server/console/webhooks/routes';
import { consoleWorkRouter } from '@tern/server/console/work/routes';
import { openTermsReader } from '@tern/server/people/terms/public';
import { webhookBox } from '@tern/server/platform/webhooks/public';
import { getAddress, type TronAddress } from '@tern/tron/address';
import { swapPairs } from '../swap-settings.ts';
import { termsValidatorOf, termsOfSettings } from '../terms-settings.ts';
import { consoleAccess } from './console-access.ts';
import type { ConsoleRouter } from './console-options.ts';
import { roleRights } from './role-rights.ts';

export type ConsoleRouterInput = {
  readonly config: Config;
  readonly access: ConsoleAccessDeps;
  readonly explorerUrl: string | null;
  readonly pictures: ObjectStore;
  /** Whether a contract lives at an address. Throws `NodeFault`. */
  readonly isContract: (address: TronAddress) => Promise<boolean>;
  /** Seals the secrets of webhooks. */
  readonly webhookKey: Uint8Array;
  /** Told of what somebody should look at. */
  readonly alert: (event: string) => void;
  /** Told why the alarms of the first page are not known. */
  readonly fault: (error: unknown) => void;
  /** Told why a file of the books broke off. */
  readonly brokenFile: (error: unknown) => void;
};

/** The whole of the operators' contract, each part by its slice. */
export function buildConsoleRouter({
  config,
  access,
  explorerUrl,
  alert,
  fault,
  brokenFile,
  pictures,
  isContract,
  webhookKey,
}: ConsoleRouterInput): ConsoleRouter {
  const { db } = access;
  return {
    access: consoleAccessRouter({
      ...access,
      house: {
        product: config.productName,
        network: config.tronNetwork,
        explorerUrl,
        assets: Object.values(installedAssets(config)).map(({ id, symbol, decimals }) => ({ id, symbol, decimals })),
      },
    }),
    home: consoleHomeRouter(homeDeps(config, access, { fault })),
    reviews: consoleReviewsRouter({
      ...access,
      terms: openTermsReader(),
      hot: hotSettings(config),
      mayDecide: ({ role }) => {
        const roles = consoleAccess['reviews.decide'];
        return roles !== 'public' && roles.includes(role);
      },
    }),
    entries: consoleEntriesRouter({ db, pictures, clock: access.clock, closedCountries: config.incentivesClosedIn }),
    activities: consoleActivitiesRouter({
      ...access,
      pictures,
      readPicture: reEncodeEvidence,
      incoming: join(config.dataDir, 'incoming'),
    }),
    ...lookUpRouters({ config, access, explorerUrl, brokenFile }),
    work: consoleWorkRouter({
      ...access,
      ...firstStepSettings(config),
      isContract,
      sharedSources: new Set(config.bonusSharedSources.map(getAddress)),
    }),
    resolutions: consoleResolutionsRouter(access),
    changes: consoleChangesRouter({
      ...access,
      assets: installedAssets(config),
      pairs: swapPairs(config),
      areTermsValid: termsValidatorOf(config),
      isContract,
      webhooks: { box: webhookBox(webhookKey), hosts: config.webhookHosts },
      pool: { everyHours: config.poolEveryHours, shareBasisPoints: BigInt(config.poolShare) },
    }),
    terms: consoleTermsRouter({ db, settings: termsOfSettings(config) }),
    announcements: consoleAnnouncementsRouter(access),
    complaints: consoleComplaintsRouter({ db }),
    flows: consoleFlowsRouter(access),
    house: consoleHouseRouter({ ...access, assets: installedAssets(config) }),
    operators: consoleOperatorsRouter({ ...access, rights: roleRights() }),
    people: consolePeopleRouter({ ...access, alert, assets: installedAssets(config) }),
    screening: consoleScreeningRouter(access),
    webhooks: consoleWebhooksRouter({ ...access, hosts: config.webhookHosts }),
    keys: consoleKeysRouter(access),
    notices: consoleNoticesRouter({ db }),
    log: consoleLogRouter({ db, assets: installedAssets(config) }),
  };
}

/** What only reads: every movement of money, and the books. */
function lookUpRouters({
  config,
  access: { db, clock },
  explorerUrl,
  brokenFile,
}: Pick<ConsoleRouterInput, 'config' | 'access' | 'explorerUrl' | 'brokenFile'>) {
  const assets = installedAssets(config);
  return {
    search: consoleSearchRouter({ db, assets }),
    transactions: consoleTransactionsRouter({ db, clock, assets, explorerUrl, confirmations: 19 }),
    books: consoleBooksRouter({
      db,
      clock,
      assets: Object.values(assets),
      productName: config.productName,
      onFault: brokenFile,
    }),
  };
}

const firstStepSettings = (config: Config) => ({
  hot: hotSettings(config),
  fee: feeAccountSettings(config),
  prices: priceRules(config),
  bonus: config.bonusAmount,
});

function homeDeps(
  config: Config,
  { db, clock }: Pick<ConsoleAccessDeps, 'db' | 'clock'>,
  { fault }: Pick<ConsoleRouterInput, 'fault'>,
): Parameters<typeof consoleHomeRouter>[0] {
  return {
    db,
    clock,
    ...firstStepSettings(config),
    hotSettings: hotSettings(config),
    stallLimits: stallLimitsOf({ blockMs: blockMsOf(config), confirmations: 19 }),
    assets: Object.values(installedAssets(config)),
    commitTimes: openCommitTimes(db),
    onFault: fault,
    rolesOf: waitingRoles,
  };
}
