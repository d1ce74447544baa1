import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { systemClock } from '@tern/base/clock';
import { publicUrl, tronNodes } from '@tern/config/addresses';
import type { Config } from '@tern/config/config';
import { installedAssets } from '@tern/config/installed-assets';
import { pictureStoreOf } from '@tern/config/picture-store';
import { requireDatabase, sessionUrl } from '@tern/config/require-database';
import { nodeKeyNames, type KeyRing } from '@tern/config/secrets';
import { openDatabase, type Database } from '@tern/db/database';
import { requireRightDatabase } from '@tern/db/require-right-database';
import { reEncodeEvidence } from '@tern/images/re-encode-evidence';
import { reEncodePicture } from '@tern/images/re-encode-picture';
import { openObjectStore } from '@tern/object-store/open-object-store';
import { openFlowReader } from '@tern/server/house/flows/public';
import { expectedTokens, findNetwork, type Network } from '@tern/server/house/installation/public';
import { measureRequests } from '@tern/server/house/metrics/public';
import { openInternalWatch } from '@tern/server/money/deposits/public';
import { findActivatedAt } from '@tern/server/money/promotions/public';
import {
  identityDefaults,
  identityKeys,
  passwordHasher,
  strangerLane,
  type IdentityDeps,
} from '@tern/server/people/accounts/public';
import { undoAddressChanges } from '@tern/server/people/address-book/public';
import { openAgreementCheck, publishAgreements } from '@tern/server/people/agreements/public';
import { vapidKeys } from '@tern/server/people/push/public';
import { openScreening } from '@tern/server/people/screening/public';
import { openSessionReader } from '@tern/server/people/sessions/public';
import { beginTerms } from '@tern/server/people/terms/public';
import { createFirstWallet, getDefaultWallet } from '@tern/server/people/wallets/public';
import { limitKey, limitRate } from '@tern/server/platform/limits/public';
import { openLiveHub } from '@tern/server/platform/live/public';
import type { ProviderSlot } from '@tern/server/platform/messaging/public';
import { openNetworkNode, refuseOtherNetworks } from '@tern/tron/open-network-node';
import type { TronNode } from '@tern/tron/open-node';
import { refuseUnknownTokens } from '@tern/tron/refuse-unknown-tokens';
import type { FastifyBaseLogger } from 'fastify';
import { connectionSettings } from './connection-settings.ts';
import { findBuild } from './find-build.ts';
import { correctionRules } from './incentive-rules.ts';
import { limitStrangers } from './limit-strangers.ts';
import type { ReportProof } from './provider-reports.ts';
import { reportProcess } from './report-process.ts';
import { requireBuild } from './require-build.ts';
import { buildRouter, confirmations } from './router.ts';
import type { ServeOptions } from './serve-until-stopped.ts';
import type { ActivityPicturesDeps, PersonFilesDeps, ServerOptions } from './server-options.ts';
import { termsOfSettings } from './terms-settings.ts';

export type ApiSecrets = {
  readonly 'session-key': KeyRing;
  readonly 'factor-key': KeyRing;
  readonly 'password-pepper': KeyRing;
  readonly 's3-secret-key': string | undefined;
  readonly 'twilio-token'?: string | undefined;
  readonly 'twilio-fallback-token'?: string | undefined;
  readonly 'message-report-secret'?: string | undefined;
  readonly 'screening-secret'?: string | undefined;
} & { readonly [Name in (typeof nodeKeyNames)[number]]?: string | undefined };

export type ComposeInput = {
  readonly config: Config;
  readonly secrets: ApiSecrets;
  readonly log: FastifyBaseLogger;
  readonly version: string;
  /** Aborts when the process is told to stop. */
  readonly stopping?: AbortSignal;
};

const webFolder = fileURLToPath(new URL('../../../apps/web/dist', import.meta.url));
const passwordsWaitingMax = 200;
// Some three seconds' work of one core: whoever would wait longer is better told to come again.
const strangersWaitingMax = 64;
const dayMs = 86_400_000;

export type Composed = {
  readonly server: ServerOptions;
  /** Why the process cannot serve now; empty where it can. */
  readonly findHindrances: () => Promise<readonly string[]>;
  readonly report: ServeOptions['report'];
  /** Ends the open streams, which would keep a server from closing. */
  readonly endStreams: () => Promise<void>;
  /** Closes the database, once nobody asks it any more. */
  readonly dispose: () => Promise<void>;
};

/** Everything the API process is made of, opened and wired. */
export async function compose(input: ComposeInput): Promise<Composed> {
  const { config, log } = input;
  const url = requireDatabase(config);
  const isProduction = config.ternProfile === 'production';
  requireBuild(webFolder, { name: 'wallet', isProduction, log });
  const onError = (error: unknown): void => log.error({ err: error }, 'database connection');
  const network = await networkOf(config);
  const nodes = openNodes(input);
  await refuseOtherNetworks(nodes);
  await refuseUnknownTokens(nodes, expectedTokens(network.contracts));
  const trxFromContracts = openInternalWatch({ network: config.tronNetwork, nodes, clock: systemClock });
  const db = openDatabase({ url, applicationName: 'api', poolMax: config.databasePoolMax, onIdleError: onError });
  const { findHindrances } = await requireRightDatabase(db, { isProduction, clock: systemClock });
  const ignored = await beginTerms(db, termsOfSettings(config));
  if (ignored.length > 0)
    log.warn({ settings: ignored }, 'these settings have no effect: fees and limits are changed in the console');
  await publishTexts(db, log);
  const hub = await openLiveHub({ db, url: sessionUrl(config, url), onError });
  const identity = identityDeps(input, db);
  const secure = publicUrl(config).startsWith('https:');
  const measure = measureRequests();
  const connections = await connectionSettings({ config, sessionKeys: input.secrets['session-key'], node: nodes[0] });
  return {
    server: {
      router: buildRouter({
        config,
        version: input.version,
        build: findBuild(webFolder),
        nodes,
        trxFromContracts,
        db,
        hub,
        network,
        identity,
        connections,
        ...outsideOf(input),
      }),
      readSession: openSessionReader(identity),
      limitStrangers: limitStrangers(identity),
      isFlowOpen: openFlowReader({ db, clock: systemClock }),
      requireAgreements: openAgreementCheck(db),
      cookies: {
        secure,
        sessionSeconds: identity.settings.sessionAbsoluteMs / 1000,
        deviceSeconds: identity.settings.deviceRememberedMs / 1000,
      },
      publicUrl: publicUrl(config),
      trustedProxyHops: config.trustedProxyHops,
      productName: config.productName,
      version: input.version,
      log,
      providerReports: { db, clock: systemClock, publicUrl: publicUrl(config), proofs: reportProofs(input) },
      recordExport: { db, assets: installedAssets(config) },
      measure,
      stopping: input.stopping,
      onFault: ({ requestId, route, error }) => {
        measure.failed();
        log.error({ requestId, route, err: error }, 'unexpected fault');
      },
      files: personFilesDeps(db, config, connections.box),
      activityPictures: activityPicturesDeps(db, {
        pictures: await openObjectStore(pictureStoreOf(config, input.secrets['s3-secret-key']), systemClock),
        incoming: join(config.dataDir, 'incoming'),
      }),
      webFolder,
      ...(config.ternProfile === 'production' ? {} : { inboxUrl: `http://127.0.0.1:${config.inboxHttpPort}` }),
    },
    ...{ findHindrances, report: reportProcess(db, log) },
    endStreams: hub.close,
    dispose: db.close,
  };
}

async function publishTexts(db: Database, log: FastifyBaseLogger): Promise<void> {
  const changed = await publishAgreements(db);
  if (changed.length > 0)
    log.error({ versions: changed }, 'the text of an agreement differs from the text published under its version');
}

/** Pictures somebody may send within an hour. */
const picturesPerHour = 20;

/** What people's own files need. */
export function personFilesDeps(
  db: Database,
  config: Pick<Config, 'countryCorrectionMinutes' | 'incentivesClosedIn'>,
  connectionBox: PersonFilesDeps['connectionBox'],
): PersonFilesDeps {
  const rules = correctionRules(config);
  const limitPictures = pictureLimit(db);
  return { db, confirmations, ...rules, connectionBox, reEncode: reEncodePicture, limitPictures };
}

/** What pictures for activities need. */
export function activityPicturesDeps(
  db: Database,
  places: Pick<ActivityPicturesDeps, 'pictures' | 'incoming'>,
): ActivityPicturesDeps {
  return { db, ...places, readPicture: reEncodeEvidence, limitPictures: pictureLimit(db) };
}

function pictureLimit(db: Database): PersonFilesDeps['limitPictures'] {
  return (personId) =>
    limitRate(
      db.kysely,
      { key: limitKey('pictures', personId), limit: picturesPerHour, windowMs: 3_600_000 },
      systemClock.now(),
    );
}

function networkOf(config: Config): Promise<Network> {
  return findNetwork({
    network: config.tronNetwork,
    devchainUrl: `http://127.0.0.1:${config.devchainPort}`,
    usdtContract: config.usdtContract,
    rewardContract: config.rewardContract,
    privateExplorerUrl: config.tronPrivateExplorerUrl,
  });
}

function openNodes({ config, secrets }: ComposeInput): readonly [TronNode, ...TronNode[]] {
  const apiKeys = nodeKeyNames.map((name) => secrets[name]);
  const [first, ...rest] = tronNodes(config, apiKeys);
  return [openNetworkNode(first), ...rest.map(openNetworkNode)];
}

/** What the identity slice needs, by this configuration. */
export function identityDeps({ config, secrets, log }: ComposeInput, db: Database): IdentityDeps {
  const [pepper, ...olderPeppers] = secrets['password-pepper'];
  return {
    db,
    clock: systemClock,
    settings: {
      ...identityDefaults,
      productName: config.productName,
      productToken: config.productToken,
      publicUrl: publicUrl(config),
      codesPerTargetHour: config.codesPerTargetHour,
      codesPerIpHour: config.codesPerIpHour,
      codesPerNetworkHour: config.codesPerNetworkHour,
      smsPerDay: config.smsPerDay,
      smsPerCountryDay: config.smsPerCountryDay,
      loginsPerIpHour: config.loginsPerIpHour,
      loginsPerNetworkHour: config.loginsPerNetworkHour,
      sessionIdleMs: config.sessionIdleDays * dayMs,
      sessionAbsoluteMs: config.sessionDays * dayMs,
    },
    hasher: passwordHasher({
      pepper,
      olderPeppers,
      parallelMax: Math.min(4, availableParallelism()),
      waitingMax: passwordsWaitingMax,
    }),
    strangers: strangerLane({
      pepper,
      olderPeppers,
      parallelMax: Math.max(1, Math.floor(Math.min(4, availableParallelism()) / 2)),
      waitingMax: strangersWaitingMax,
    }),
    keys: identityKeys({ sessionKeys: secrets['session-key'], factorKeys: secrets['factor-key'] }),
    onRegistered: async (tx, personId) => {
      await createFirstWallet(tx, personId);
    },
    onStopped: undoAddressChanges,
    describeAccount: async (reader, personId) => ({
      activated: (await findActivatedAt(reader, personId)) !== undefined,
      defaultWalletId: (await getDefaultWallet(reader, personId)).id,
    }),
    alert: (event) => log.warn({ event }, 'alert'),
  };
}

/** What reaches, or is reached from, services outside. */
function outsideOf({ config, secrets }: Pick<ComposeInput, 'config' | 'secrets'>) {
  const screening = openScreening(config, { secret: secrets['screening-secret'], clock: systemClock });
  return { screening, pushKeys: vapidKeys(secrets['session-key']) };
}

/** How each configured provider proves its reports. */
function reportProofs({
  config,
  secrets,
}: Pick<ComposeInput, 'config' | 'secrets'>): Readonly<Partial<Record<ProviderSlot, ReportProof>>> {
  const secret = secrets['message-report-secret'];
  const proofOf = (provider: Config['smsFallbackProvider'], token: string | undefined): ReportProof | undefined => {
    if (provider === 'twilio') return token === undefined ? undefined : { kind: 'twilio', token };
    return provider === 'none' || secret === undefined ? undefined : { kind: 'signed', secret };
  };
  const [mail, sms, fallback] = [
    proofOf('webhook', undefined),
    proofOf(config.smsProvider, secrets['twilio-token']),
    proofOf(config.smsFallbackProvider, secrets['twilio-fallback-token']),
  ];
  return {
    ...(mail === undefined ? {} : { mail }),
    ...(sms === undefined ? {} : { sms }),
    ...(fallback === undefined ? {} : { 'sms-fallback': fallback }),
  };
}
