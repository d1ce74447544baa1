import { systemClock } from '@tern/base/clock';
import type { PersonId } from '@tern/base/ids';
import { blockMsOf } from '@tern/config/block-ms';
import type { Config } from '@tern/config/config';
import { installedAssets } from '@tern/config/installed-assets';
import { priceRules } from '@tern/config/price-rules';
import type { Database } from '@tern/db/database';
import { assetIds } from '@tern/money/asset';
import { stallLimitsOf } from '@tern/server/chain/chain-view/public';
import { findCurrencyPrices, findPrice } from '@tern/server/chain/prices/public';
import { behindMax } from '@tern/server/console/status/public';
import { statusRouter } from '@tern/server/console/status/routes';
import type { Network } from '@tern/server/house/installation/public';
import { installationRouter } from '@tern/server/house/installation/routes';
import { checkRouter } from '@tern/server/house/liabilities/routes';
import { activitiesRouter } from '@tern/server/money/activities/routes';
import { closingRouter } from '@tern/server/money/closing/routes';
import { depositsRouter } from '@tern/server/money/deposit-search/routes';
import { openWalletValues } from '@tern/server/money/home/public';
import { homeRouter } from '@tern/server/money/home/routes';
import { hasIncentiveSince } from '@tern/server/money/incentives/public';
import { poolRouter } from '@tern/server/money/pool/routes';
import { promotionsRouter } from '@tern/server/money/promotions/routes';
import { swapsRouter } from '@tern/server/money/swaps/routes';
import { isHotAddress, type Factors } from '@tern/server/money/transfers/public';
import { transfersRouter } from '@tern/server/money/transfers/routes';
import { lockPeople, setLanguage, type IdentityDeps } from '@tern/server/people/accounts/public';
import { addressBookRouter } from '@tern/server/people/address-book/routes';
import { agreementsRouter } from '@tern/server/people/agreements/routes';
import { complaintsRouter } from '@tern/server/people/complaints/routes';
import { developmentRouter } from '@tern/server/people/development/routes';
import { findPerson } from '@tern/server/people/discovery/public';
import { discoveryRouter } from '@tern/server/people/discovery/routes';
import { listSendingFactors, openFactorLanes, type FactorLanes } from '@tern/server/people/factors/public';
import { identityRouter, protectionRouter } from '@tern/server/people/identity/routes';
import { messagesRouter } from '@tern/server/people/messages/routes';
import { assetCurrencies, bankCurrencies } from '@tern/server/people/preferences/public';
import { preferencesRouter } from '@tern/server/people/preferences/routes';
import { priceAlertsRouter } from '@tern/server/people/price-alerts/routes';
import { profileRouter } from '@tern/server/people/profile/routes';
import type { VapidKeys } from '@tern/server/people/push/public';
import { pushRouter } from '@tern/server/people/push/routes';
import { listReceivers } from '@tern/server/people/records/public';
import { recordsRouter } from '@tern/server/people/records/routes';
import { findHolds, noteAddressChange } from '@tern/server/people/safeguards/public';
import type { AskService } from '@tern/server/people/screening/public';
import { isSessionStillOpen } from '@tern/server/people/sessions/public';
import { openTermsReader } from '@tern/server/people/terms/public';
import { termsRouter } from '@tern/server/people/terms/routes';
import { walletConnectionsRouter } from '@tern/server/people/wallet-connections/routes';
import { walletsRouter } from '@tern/server/people/wallets/routes';
import { limitKey, limitRate } from '@tern/server/platform/limits/public';
import type { LiveHub } from '@tern/server/platform/live/public';
import { liveRouter } from '@tern/server/platform/live/routes';
import type { TronNode } from '@tern/tron/open-node';
import type { ConnectionSettings } from './connection-settings.ts';
import { correctionRules, describeIncentives, incentiveGates } from './incentive-rules.ts';
import type { ApiRouter } from './server-options.ts';
import { swapPairs } from './swap-settings.ts';

/** Blocks of distinct producers after which Tron never takes a block back. */
export const confirmations = 19;
const recheckMs = 30_000;
/** Complaints somebody may file within a day. */
const complaintsPerDay = 5;

export type RouterInput = {
  readonly config: Config;
  readonly version: string;
  /** Name of the built wallet that is served; null where none is. */
  readonly build: string | null;
  readonly nodes: readonly [TronNode, ...TronNode[]];
  /** Whether TRX that contracts send is credited. */
  readonly trxFromContracts: () => Promise<boolean>;
  readonly db: Database;
  readonly hub: LiveHub;
  readonly network: Network;
  readonly identity: IdentityDeps;
  readonly pushKeys: VapidKeys;
  readonly connections: ConnectionSettings;
  /** Absent where no outside service is asked about receivers. */
  readonly screening?: AskService | undefined;
};

/** What one person may do so often only. */
function personLimits({ db, identity }: Pick<RouterInput, 'db' | 'identity'>) {
  const hit = (window: Parameters<typeof limitRate>[1]) => limitRate(db.kysely, window, identity.clock.now());
  return {
    limitQuestions: (personId: PersonId) =>
      hit({ key: limitKey('node-questions', personId), limit: 60, windowMs: 60_000 }),
    // Moving money between one's own wallets costs nothing, and no limit in money applies.
    limitOwnMoves: (personId: PersonId) =>
      hit({ key: limitKey('own-moves', personId), limit: 60, windowMs: 3_600_000 }),
  };
}

function sendingFactors(identity: IdentityDeps, lanes: FactorLanes): Factors {
  return {
    ...lanes,
    listFactors: (reader, personIds) => listSendingFactors(reader, personIds, identity.clock.now()),
    findHolds,
    lockPeople,
  };
}

function describeNetwork({ config, network, nodes }: RouterInput) {
  const id = config.tronNetwork;
  const name = id === 'private' ? (config.tronPrivateName ?? null) : null;
  const arrivalSeconds = Math.ceil((confirmations * blockMsOf(config)) / 1_000);
  return { id, name, confirmations, arrivalSeconds, explorerUrl: network.explorerUrl, nodes: nodes.length };
}

function connectionsOf({ identity, connections, network }: RouterInput, lanes: FactorLanes) {
  const { contracts } = network;
  return walletConnectionsRouter({ ...identity, ...connections, contracts, authorize: lanes.authorize });
}

function complaintsOf({ config, db, identity }: RouterInput) {
  return complaintsRouter({
    db,
    answerDays: config.complaintAnswerDays,
    limitComplaints: (personId) =>
      limitRate(
        db.kysely,
        { key: limitKey('complaints', personId), limit: complaintsPerDay, windowMs: 86_400_000 },
        identity.clock.now(),
      ),
  });
}

function checkOf({ config, db, identity }: RouterInput) {
  const { incentivesClosedIn: closedCountries, complaintAnswerDays: answerDays } = config;
  return checkRouter({ db, clock: identity.clock, closedCountries, answerDays });
}

/** The whole contract, each part by its slice. */
export function buildRouter(input: RouterInput): ApiRouter {
  const { config, version, nodes, db, hub, network, identity } = input;
  const assets = installedAssets(config);
  const isLocal = config.tronNetwork === 'local';
  const isDevelopment = config.ternProfile !== 'production';
  const blockMs = blockMsOf(config);
  const limits = personLimits(input);
  const [terms, lanes] = [openTermsReader(), openFactorLanes(identity)];
  const swapDeps = { db, pairs: swapPairs(config), terms, priceRules: priceRules(config) };
  const quoteLifetimeMs = config.swapQuoteSeconds * 1000;
  const pool = { everyHours: config.poolEveryHours, shareBasisPoints: BigInt(config.poolShare) };
  const worthDeps = { db, readValues: openWalletValues({ db, clock: identity.clock, swaps: swapDeps }) };
  return {
    identity: identityRouter(identity),
    protection: protectionRouter(identity),
    live: liveRouter({ hub, isSessionOpen: (id) => isSessionStillOpen(identity, id), recheckMs }),
    wallets: walletsRouter({
      ...worthDeps,
      receive: {
        confirmations,
        blockMs,
        issuedTokens: new Set(['usdt', 'reward'] as const),
        trxFromContracts: input.trxFromContracts,
      },
    }),
    records: recordsRouter({ db, confirmations, assets, explorerUrl: network.explorerUrl }),
    installation: installationRouter({
      db,
      clock: systemClock,
      version,
      stallLimits: stallLimitsOf({ blockMs, confirmations }),
      terms,
      rules: { confirmations, blockMs, identity: identity.settings, quoteLifetimeMs, pool },
      installation: {
        product: { name: config.productName, token: config.productToken },
        version,
        build: input.build,
        profile: config.ternProfile,
        network: describeNetwork(input),
        tabs: [...config.tabs],
        incentives: describeIncentives(config),
        support: {
          email: config.supportEmail,
          complaintsEmail: config.complaintsEmail,
          answerDays: config.complaintAnswerDays,
          nextBody:
            config.complaintsBody === undefined
              ? null
              : { name: config.complaintsBody, url: config.complaintsBodyUrl ?? null },
        },
        development: { faucet: isDevelopment && isLocal, inbox: isDevelopment },
        assets: assetIds.map((id) => ({
          ...assets[id],
          contract: id === 'trx' ? null : network.contracts[id],
          networks: ['tron' as const],
        })),
        activation: { minimum: config.activationMinimum, bonus: config.bonusAmount },
      },
    }),
    status: statusRouter({
      db,
      clock: systemClock,
      rules: { stallLimits: stallLimitsOf({ blockMs, confirmations }), behindMax },
      limitReads: (line) =>
        limitRate(db.kysely, { key: limitKey('status', line), limit: 120, windowMs: 60_000 }, identity.clock.now()),
    }),
    terms: termsRouter({ db }),
    agreements: agreementsRouter({ db, clock: identity.clock }),
    home: homeRouter(worthDeps),
    promotions: promotionsRouter({ db, closedCountries: config.incentivesClosedIn }),
    deposits: depositsRouter({ db, nodes, contracts: network.contracts, confirmations, ...limits }),
    priceAlerts: priceAlertsRouter({ db, clock: identity.clock, assets, priceRules: priceRules(config) }),
    walletConnections: connectionsOf(input, lanes),
    messages: messagesRouter({ db }),
    push: pushRouter({ db, publicKey: input.pushKeys.publicKey, services: config.pushServices }),
    closing: closingRouter(identity),
    complaints: complaintsOf(input),
    profile: profileRouter({ db }),
    discovery: discoveryRouter({ db, clock: identity.clock, productName: config.productName }),
    addressBook: addressBookRouter({
      db,
      contracts: network.contracts,
      authorize: lanes.authorize,
      noteChange: (tx, change) => noteAddressChange(tx, identity, change),
      isHotAddress,
      listReceivers,
    }),
    preferences: preferencesRouter({
      db,
      currencies: currencySources(assets),
      setLanguage,
      ...correctionRules(config),
      hasIncentiveSince,
    }),
    transfers: transfersRouter({
      db,
      chain: { nodes, contracts: network.contracts },
      assets,
      terms,
      confirmations,
      factors: sendingFactors(identity, lanes),
      ...limits,
      screening: input.screening,
      findPerson: (search) => findPerson({ db, clock: identity.clock }, search),
    }),
    swaps: swapsRouter({
      ...swapDeps,
      assets,
      quoteLifetimeMs,
      factors: {
        authorizeSwap: (input) => lanes.authorize({ ...input, authenticatorCode: null }),
        lockPeople,
      },
      ...incentiveGates(config),
      limitQuotes: (personId) =>
        limitRate(db.kysely, { key: limitKey('quotes', personId), limit: 120, windowMs: 60_000 }, identity.clock.now()),
    }),
    pool: poolRouter({ db, settings: { ...pool, closedCountries: config.incentivesClosedIn } }),
    check: checkOf(input),
    activities: activitiesRouter({
      db,
      factors: { authorizeClaim: (input) => lanes.authorize({ ...input, authenticatorCode: null }) },
      closedCountries: config.incentivesClosedIn,
    }),
    development: developmentRouter({
      db,
      ...(isDevelopment && isLocal ? { faucet: { url: `http://127.0.0.1:${config.devchainPort}` } } : {}),
    }),
  };
}

/** Where the units come from that people can see their values in, each unit from one source. */
function currencySources(assets: Parameters<typeof assetCurrencies>[0]) {
  return [assetCurrencies(assets, findPrice), bankCurrencies(findCurrencyPrices)];
}
