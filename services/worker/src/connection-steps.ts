import { consoleUrl, genesisIdOf, publicUrl, walletConnectionRelay } from '@tern/config/addresses';
import type { KeyRing } from '@tern/config/secrets';
import type { Flow } from '@tern/contracts/routes/console-flows';
import {
  connectionBox,
  expireConnections,
  findChainId,
  listConnectionTopics,
  publishOutgoing,
  relaySeed,
  signAgreed,
  takeDelivery,
  tellEnded,
  type DeliveryDeps,
} from '@tern/server/people/wallet-connections/public';
import type { RelayFault } from '@tern/wallet-connection/relay-fault';
import type { Delivery } from '@tern/wallet-connection/relay-frames';
import { openRelayLink } from './relay-link.ts';
import type { WorkerStep } from './worker-step.ts';
import type { WorkerWorld } from './worker-world.ts';

export type ConnectionSteps = {
  readonly steps: readonly WorkerStep[];
  readonly close: () => Promise<void>;
};

const secondMs = 1_000;

/**
 * Steps that keep connections to sites: what has ended and expired always, and the way to the relay where there is one. While
 * operators have stopped the flow nothing is taken from the relay, which keeps it for as long as sites told it to.
 */
export async function connectionSteps(
  world: WorkerWorld,
  {
    sessionKeys,
    isFlowOpen,
    wake,
  }: {
    readonly sessionKeys: KeyRing;
    readonly isFlowOpen: (flow: Flow) => Promise<boolean>;
    /** Told whenever there is something to send or to listen to. */
    readonly wake: EventTarget;
  },
): Promise<ConnectionSteps> {
  const { config, db, clock, log } = world;
  const deps = { db, clock, box: connectionBox(sessionKeys) };
  const keeping: readonly WorkerStep[] = [
    { name: 'expire-connections', tick: () => expireConnections(deps, { limit: 100 }), idleMs: 5 * secondMs },
    { name: 'tell-ended-connections', tick: () => tellEnded(deps, { limit: 100 }), idleMs: 5 * secondMs, wake },
    {
      name: 'sign-texts-for-sites',
      flow: 'connections',
      tick: () => signAgreed({ ...deps, signer: world.signer }, { limit: 20 }),
      idleMs: 5 * secondMs,
      wake,
    },
  ];
  const url = walletConnectionRelay(config);
  if (url === undefined) return { steps: keeping, close: () => Promise.resolve() };
  const chain = await findChainId(world.nodes[0], genesisIdOf(config));
  const sites = {
    allowLoopback: config.ternProfile !== 'production',
    ownHosts: [publicUrl(config), consoleUrl(config)].map((own) => new URL(own).host),
  };
  const taker = openTaker({ ...deps, chain, sites, productName: config.productName }, isFlowOpen);
  const onFault = (fault: RelayFault): void =>
    log.warn({ fault: fault.message }, 'no way to the relay of wallet connections; it is tried again');
  const link = openRelayLink({
    url,
    projectId: config.walletConnectionProjectId ?? 'local',
    seed: relaySeed(sessionKeys),
    clock,
    listTopics: () => listConnectionTopics(db.kysely),
    publish: (publish) => publishOutgoing({ db, publish, onRefused: onFault }, { limit: 50 }),
    take: taker.take,
    onFault,
  });
  return {
    steps: [
      ...keeping,
      {
        name: 'wallet-relay',
        flow: 'connections',
        tick: link.tick,
        idleMs: secondMs,
        wake,
        details: () => ({ connected: link.isConnected(), ...taker.counts() }),
      },
    ],
    close: link.close,
  };
}

/** Takes deliveries while the flow runs, and counts what became of them. */
function openTaker(deps: DeliveryDeps, isFlowOpen: (flow: Flow) => Promise<boolean>) {
  let [taken, refused] = [0, 0];
  return {
    counts: () => ({ taken, refused }),
    take: async (delivery: Delivery): Promise<void> => {
      if (!(await isFlowOpen('connections'))) throw new Error('the flow is stopped: the relay keeps the message');
      if ((await takeDelivery(deps, delivery)) === 'taken') taken += 1;
      else refused += 1;
    },
  };
}
