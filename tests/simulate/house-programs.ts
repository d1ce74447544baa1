import { createRouterClient } from '@orpc/server';
import { installedAssets } from '@tern/config/installed-assets';
import { loadConfig } from '@tern/config/load-config';
import { operatorPrices, refreshPrices } from '@tern/server/chain/prices/public';
import { rememberSigner } from '@tern/server/chain/signer/public';
import { openFlowReader } from '@tern/server/house/flows/public';
import { decideReview } from '@tern/server/money/transfers/public';
import { transfersRouter } from '@tern/server/money/transfers/routes';
import { findPerson } from '@tern/server/people/discovery/public';
import { findHolds } from '@tern/server/people/safeguards/public';
import { openTermsReader } from '@tern/server/people/terms/public';
import { fillAddressPool } from '@tern/server/people/wallets/public';
import type { ApiContext, ApiSession } from '@tern/server/platform/api-context';
import { willingFactors } from '../../packages/server/src/money/transfers/testing/sending-world.ts';
import { addressPoolDeps, depositSteps } from '../../services/worker/src/deposit-steps.ts';
import { houseSteps } from '../../services/worker/src/house-steps.ts';
import { nodeSteps } from '../../services/worker/src/node-steps.ts';
import { payoutSteps } from '../../services/worker/src/payout-steps.ts';
import { runSteps, type StepState } from '../../services/worker/src/run-steps.ts';
import { signerSteps } from '../../services/worker/src/signer-steps.ts';
import { treasurySteps } from '../../services/worker/src/treasury-steps.ts';
import { openBookWatch } from '../../services/worker/src/watch-books.ts';
import type { WorkerStep } from '../../services/worker/src/worker-step.ts';
import type { WorkerWorld } from '../../services/worker/src/worker-world.ts';
import type { SimChain } from './chain.ts';
import { makeProgram, type Ground, type Program } from './program.ts';
import { silent, type SimSigner } from './signer.ts';

/** As an installation for trying out, but for the treasury's orders, of which few are enough. */
export const simConfig = loadConfig({
  TERN_PROFILE: 'test',
  ANCHOR_STATEMENTS: 'no',
  PRICE_TRX_USDT: '0.3',
  SWEEP_FROM_USDT: '40000',
  SWEEP_FROM_TRX: '300',
  HOT_FLOOR_PERCENT: '0',
  HOT_MIN_USDT: '1000000',
  HOT_MIN_TRX: '1000000',
  HOT_MIN_REWARD: '10000000',
});

/** Steps that are not simulated, each with the reason. */
export const stepsLeftOut: Readonly<Record<string, string>> = {
  'deliver-mails': 'the provider of mails is not simulated yet',
  'deliver-texts': 'the provider of text messages is not simulated yet',
  'deliver-pushes': 'the services of browsers are not simulated yet',
  'list-liabilities': 'builds its list in a thread of its own, whose turns the scheduler cannot choose',
  'add-log-day': 'works on lists of the step above',
  'watch-ledger-log': 'works on lists of the step above',
  'sign-reserves': 'works on lists of the step above',
  distribute: 'the reward pool is not part of the workload yet',
  'pay-queued-bonuses': 'promotions are not part of the workload yet',
};

export type Worker = { readonly states: () => readonly StepState[]; readonly wake: () => void };
export type Api = (session: ApiSession) => ReturnType<typeof clientOf>;
export type Console = {
  readonly decide: (input: Parameters<typeof decideReview>[1]) => ReturnType<typeof decideReview>;
};

export type House = {
  readonly worker: Program<Worker>;
  readonly api: Program<Api>;
  readonly console: Program<Console>;
};

export type HousePlace = {
  readonly ground: Ground;
  readonly chain: SimChain;
  readonly signer: SimSigner;
  readonly urls: { readonly worker: string; readonly api: string; readonly console: string };
  readonly hotAddress: WorkerWorld['hotAddress'];
  /** Told of what a step of the worker threw. */
  readonly onFault: (step: string, error: unknown) => void;
};

/** The product's three programs that share the database. */
export function makeHouse(place: HousePlace): House {
  const { ground, chain, urls } = place;
  return {
    worker: makeProgram(ground, 'worker', urls.worker, async (process, db) => {
      const stopping = new AbortController();
      const world: WorkerWorld = {
        config: simConfig,
        clock: process,
        log: silent,
        db,
        nodes: chain.nodesOf(process),
        network: chain.network,
        signer: rememberSigner({ db, signer: place.signer.clientOf(process) }),
        hotAddress: place.hotAddress,
        screening: undefined,
        stopping: stopping.signal,
      };
      return { body: await beginWorker(world, place.onFault) };
    }),
    api: makeProgram(ground, 'api', urls.api, async (process, db) => {
      const router = transfersRouter({
        db,
        chain: { nodes: chain.nodesOf(process), contracts: chain.network.contracts },
        assets: installedAssets(simConfig),
        terms: openTermsReader(),
        confirmations: 19,
        // What people know and hold is not simulated yet: their factors are always right. Their locks are the real ones.
        factors: { ...willingFactors, findHolds },
        limitQuestions: () => Promise.resolve(),
        limitOwnMoves: () => Promise.resolve(),
        findPerson: (search) => findPerson({ db, clock: process }, search),
      });
      return { body: (session) => clientOf(router, session) };
    }),
    console: makeProgram(ground, 'console', urls.console, async (_process, db) => ({
      body: { decide: (input) => decideReview(db, input) },
    })),
  };
}

function clientOf(router: ReturnType<typeof transfersRouter>, session: ApiSession) {
  const context: ApiContext = {
    requestId: 'simulated',
    ip: '198.51.100.7',
    userAgent: 'simulated',
    session,
    deviceToken: null,
    setSessionCookie: () => undefined,
    clearSessionCookie: () => undefined,
    setDeviceCookie: () => undefined,
  };
  return createRouterClient(router, { context });
}

/** As the worker's own start does it, but for what reaches services outside. */
async function beginWorker(world: WorkerWorld, onFault: HousePlace['onFault']): Promise<Worker> {
  const { db, clock } = world;
  await refreshPrices({ db, source: operatorPrices(simConfig) });
  while ((await fillAddressPool(addressPoolDeps(world), { limit: 100 })) > 0);
  const chainMoved = new EventTarget();
  const running = runSteps({
    steps: await listSimulatedSteps(world),
    clock,
    signal: world.stopping,
    chainMoved,
    onError: (error, name) => onFault(name, error),
    isFlowOpen: openFlowReader({ db, clock }),
  });
  return { states: () => running.states, wake: () => void chainMoved.dispatchEvent(new Event('wake')) };
}

async function listSimulatedSteps(world: WorkerWorld): Promise<readonly WorkerStep[]> {
  const away = () => Promise.reject(new Error('no provider is simulated'));
  const nowhere = { send: away, close: () => undefined };
  const around = {
    transports: { email: nowhere, sms: nowhere, fallback: undefined, smsReports: false },
    sessionKeys: [new Uint8Array(32).fill(3)],
    bookWatch: openBookWatch(world),
  } as unknown as Parameters<typeof houseSteps>[1];
  const all = [
    ...depositSteps(world),
    ...nodeSteps(world),
    ...payoutSteps(world),
    ...signerSteps(world),
    ...(await treasurySteps(world)),
    {
      name: 'refresh-prices-operator',
      tick: () => refreshPrices({ db: world.db, source: operatorPrices(simConfig) }),
      idleMs: simConfig.priceEverySeconds * 1_000,
    },
    ...houseSteps(world, around),
  ];
  return all.filter(({ name }) => stepsLeftOut[name] === undefined);
}
