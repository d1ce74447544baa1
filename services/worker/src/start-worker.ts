import { systemClock } from '@tern/base/clock';
import { tronNodes } from '@tern/config/addresses';
import { pictureStoreOf } from '@tern/config/picture-store';
import { signerPlace } from '@tern/config/signer-place';
import { openDatabase } from '@tern/db/database';
import { listen, type Listener } from '@tern/db/listen';
import { requireRightDatabase } from '@tern/db/require-right-database';
import { openObjectStore } from '@tern/object-store/open-object-store';
import { operatorPrices, refreshPrices } from '@tern/server/chain/prices/public';
import { rememberSigner } from '@tern/server/chain/signer/public';
import { firingSamples } from '@tern/server/console/home/public';
import { openFlowReader } from '@tern/server/house/flows/public';
import { expectedTokens, findNetwork } from '@tern/server/house/installation/public';
import { noteReading, placeOf, startBeating } from '@tern/server/house/processes/public';
import { ScanFault, type Nodes } from '@tern/server/money/deposits/public';
import { openScreening } from '@tern/server/people/screening/public';
import { fillAddressPool } from '@tern/server/people/wallets/public';
import { NodeFault } from '@tern/tron/node-fault';
import { openNetworkNode, refuseOtherNetworks } from '@tern/tron/open-network-node';
import { refuseUnknownTokens } from '@tern/tron/refuse-unknown-tokens';
import { openSigner } from '@tern/tron/signer-client';
import { SignerUnavailable } from '@tern/tron/signer-fault';
import type { Logger } from 'pino';
import { activitySteps } from './activity-steps.ts';
import { connectionSteps } from './connection-steps.ts';
import { addressPoolDeps, depositSteps } from './deposit-steps.ts';
import { houseSteps } from './house-steps.ts';
import { nodeSteps } from './node-steps.ts';
import { openTransports } from './open-transports.ts';
import { payoutSteps } from './payout-steps.ts';
import { priceSteps } from './price-steps.ts';
import type { WorkerSettings } from './read-settings.ts';
import { runSteps, type StepState } from './run-steps.ts';
import { serveWorkerHealth } from './serve-worker-health.ts';
import { signerSteps } from './signer-steps.ts';
import { treasurySteps } from './treasury-steps.ts';
import { waitForHotAddress, type SignerWait } from './wait-for-signer.ts';
import { openBookWatch, type BookWatch } from './watch-books.ts';
import { webhookSteps } from './webhook-steps.ts';
import { measureWorker, openWorkerMetrics, workerMetricsDeps } from './worker-metrics.ts';
import type { WorkerStep } from './worker-step.ts';
import type { WorkerWorld } from './worker-world.ts';

export type RunningWorker = {
  readonly healthPort: number;
  /** Lets the running steps finish, which are told by the signal, then closes everything. */
  readonly stop: () => Promise<void>;
};

/** Composes the worker and starts its steps. Resolves once people can register and prices are known. */
export async function startWorker(
  settings: WorkerSettings,
  { log, signal }: { log: Logger; signal: AbortSignal },
): Promise<RunningWorker> {
  const { config, secrets } = settings;
  const db = openDatabase({
    url: settings.databaseUrl,
    applicationName: 'worker',
    poolMax: config.databasePoolMax,
    onIdleError: (error) => log.warn({ error: error.message }, 'a database connection broke'),
  });
  const isProduction = config.ternProfile === 'production';
  const { findHindrances } = await requireRightDatabase(db, { isProduction, clock: systemClock });
  const transports = openTransports(config, secrets);
  const shown = await showWorker(settings, { db, log, signal, findHindrances });
  const onSilence = (fault: string): void => {
    shown.waitFor(`the signer, which does not answer: ${fault}`);
    log.warn({ fault }, 'the signer does not answer: nothing runs until it does');
  };
  const onRefusal = (wrong: string): void => {
    shown.waitFor(`the signer, which says ${wrong}`);
    log.error({ wrong }, 'the signer refuses the worker’s requests: nothing runs until clocks and secrets agree');
  };
  const world = await openWorld(settings, { db, log, wait: { signal, onSilence, onRefusal } });
  const bookWatch = openBookWatch(world);
  const isFlowOpen = openFlowReader({ db, clock: systemClock });
  const [chainMoved, connectionsChanged] = [new EventTarget(), new EventTarget()];
  const { sessionKeys, webhookKey } = secrets;
  const connections = await connectionSteps(world, { sessionKeys, isFlowOpen, wake: connectionsChanged });
  const webhooks = webhookSteps(world, { webhookKey, sessionKeys });
  const listed = await listSteps(world, settings, { transports, bookWatch });
  const steps = [...listed, ...connections.steps, ...webhooks.steps];
  await refreshPrices({ db, source: operatorPrices(config) });
  while ((await fillAddressPool(addressPoolDeps(world), { limit: 100 })) > 0);

  const listener = await listenForWork(settings.databaseSessionUrl, { log, chainMoved, connectionsChanged });
  const running = runSteps({
    steps,
    clock: systemClock,
    signal,
    chainMoved,
    onError: (error, name) => logFault(log, error, name),
    isFlowOpen,
  });
  shown.run({ states: running.states, broken: bookWatch.broken });
  return {
    healthPort: shown.port,
    stop: async () => {
      // At once: steps that are cut off later were told to end, too.
      const reported = shown.sayEnd();
      await running.finished;
      await reported;
      await webhooks.settle();
      await connections.close();
      await shown.close();
      await listener.close();
      for (const transport of [transports.email, transports.sms, transports.fallback]) transport?.close();
      await db.close();
    },
  };
}

/** What is to be seen of a worker, from its beginning on: what keeps it from starting, too. */
async function showWorker(
  settings: WorkerSettings,
  {
    db,
    log,
    signal,
    findHindrances,
  }: Pick<WorkerWorld, 'db' | 'log'> & {
    readonly signal: AbortSignal;
    readonly findHindrances: () => Promise<readonly string[]>;
  },
) {
  let [states, broken]: [readonly StepState[], BookWatch['broken']] = [[], () => []];
  let waitingFor: string | undefined = 'its start';
  const measured = workerMetricsDeps(settings.config, { db, clock: systemClock, log });
  const metrics = openWorkerMetrics(measured);
  const now = () => ({ steps: states, waits: waitingFor !== undefined });
  const reading = noteReading(systemClock);
  const health = await serveWorkerHealth({
    ...settings.metrics,
    port: settings.config.workerHealthPort,
    findHindrances: async () => {
      if (signal.aborted) return ['it is stopping'];
      return waitingFor === undefined ? await findHindrances() : [`it waits for ${waitingFor}`];
    },
    states: () => states,
    broken: () => broken(),
    waitingFor: () => waitingFor,
    metrics: () => {
      reading.note();
      return metrics(now());
    },
  });
  const reporting = startBeating({
    db,
    place: placeOf(health.port),
    metricsReadMsAgo: reading.msAgo,
    told: async () => firingSamples(await measureWorker(measured, now())),
    onFault: (error) => log.warn({ err: error }, 'this process could not report to the database'),
  });
  return {
    port: health.port,
    waitFor: (what: string): void => {
      waitingFor = what;
    },
    run: (running: { readonly states: readonly StepState[]; readonly broken: BookWatch['broken'] }): void => {
      [states, broken, waitingFor] = [running.states, running.broken, undefined];
    },
    sayEnd: reporting.stop,
    close: health.close,
  };
}

async function listSteps(
  world: WorkerWorld,
  { config, secrets }: WorkerSettings,
  around: Omit<Parameters<typeof houseSteps>[1], 'sessionKeys'>,
): Promise<readonly WorkerStep[]> {
  return [
    ...depositSteps(world),
    ...nodeSteps(world),
    ...payoutSteps(world),
    ...signerSteps(world),
    ...(await treasurySteps(world)),
    ...priceSteps(world),
    ...activitySteps(world, await openObjectStore(pictureStoreOf(config, secrets.s3SecretKey), systemClock)),
    ...houseSteps(world, { ...around, sessionKeys: secrets.sessionKeys }),
  ];
}

/** Hears what the database says, and cuts the waits of the steps short that it is for. */
function listenForWork(
  url: string,
  { log, ...targets }: { log: Logger; chainMoved: EventTarget; connectionsChanged: EventTarget },
): Promise<Listener> {
  const wake = (target: EventTarget): void => void target.dispatchEvent(new Event('wake'));
  return listen({
    url,
    channels: ['chain', 'connections'],
    onNotify: (channel) => wake(channel === 'chain' ? targets.chainMoved : targets.connectionsChanged),
    onReconnect: () => Object.values(targets).forEach(wake),
    onError: (error) => log.warn({ error: String(error) }, 'the listening connection broke'),
  });
}

/** How grave a failed step is: whom it concerns depends on what failed. */
function logFault(log: Logger, error: unknown, step: string): void {
  if (error instanceof ScanFault)
    log.fatal({ step, err: error }, 'deposits are stopped until somebody investigates this');
  else if (error instanceof NodeFault || error instanceof SignerUnavailable) {
    log.warn({ step, fault: error.message }, 'no answer; the step is tried again');
  } else log.error({ step, err: error }, 'a step failed; it is tried again');
}

async function openWorld(
  { config, secrets }: WorkerSettings,
  { db, log, wait }: Pick<WorkerWorld, 'db' | 'log'> & { readonly wait: SignerWait },
): Promise<WorkerWorld> {
  const signer = rememberSigner({
    db,
    signer: openSigner({
      ...signerPlace(config, 'signer-tls-worker', secrets.signerTls),
      secret: secrets.signerSecret,
      clock: systemClock,
      timeoutMs: 10_000,
    }),
  });
  const [first, ...others] = tronNodes(config, secrets.tronApiKeys);
  const nodes: Nodes = [openNetworkNode(first), ...others.map(openNetworkNode)];
  await refuseOtherNetworks(nodes);
  const network = await findNetwork({
    network: config.tronNetwork,
    devchainUrl: first.url,
    usdtContract: config.usdtContract,
    rewardContract: config.rewardContract,
    privateExplorerUrl: config.tronPrivateExplorerUrl,
  });
  await refuseUnknownTokens(nodes, expectedTokens(network.contracts));
  return {
    config,
    clock: systemClock,
    log,
    db,
    nodes,
    network,
    signer,
    hotAddress: await waitForHotAddress(signer, wait),
    screening: openScreening(config, { secret: secrets.screeningSecret, clock: systemClock }),
    stopping: wait.signal,
  };
}
