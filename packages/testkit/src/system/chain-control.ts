import { tronNodes } from '@tern/config/addresses';
import type { AssetId } from '@tern/money/asset';
import { until } from './until.ts';

/** What a test can do to the local chain. */
export type ChainControl = {
  readonly url: string;
  /** Where tronweb asks each root. */
  readonly hosts: { readonly fullNode: string; readonly solidityNode: string };
  readonly info: () => Promise<ChainInfo>;
  /** Seals blocks at once, beside those the chain makes by itself. */
  readonly mine: (blocks: number) => Promise<void>;
  /** Moves the chain's time forward for the blocks to come. */
  readonly passTime: (ms: number) => Promise<void>;
  /** Sends coins out of nothing to an address; resolves with the transaction's id. */
  readonly give: (address: string, assetId: AssetId, amount: bigint) => Promise<string>;
  /** One of the chain's faults, as its help lists them. */
  readonly setFault: (fault: Readonly<Record<string, unknown>>) => Promise<void>;
  readonly clearFaults: () => Promise<void>;
};

export type ChainInfo = {
  readonly genesisId: string;
  readonly contracts: Readonly<Record<'usdt' | 'reward', { readonly base58: string }>>;
  readonly accounts: Readonly<Record<'faucet', { readonly base58: string }>>;
  readonly height: number;
  readonly solidHeight: number;
};

/** The local chain of an installation, at the addresses that its processes use. */
export function openOwnChain(config: Parameters<typeof tronNodes>[0]): ChainControl {
  const [{ url, solidityUrl }] = tronNodes(config);
  return openChainControl(url, solidityUrl);
}

export function openChainControl(url: string, solidityUrl = url): ChainControl {
  const ask = async <Answer>(name: string, body?: Readonly<Record<string, unknown>>): Promise<Answer> => {
    const response = await fetch(`${url}/devchain/${name}`, {
      ...(body === undefined
        ? {}
        : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
    const answer = (await response.json()) as Answer;
    if (!response.ok) throw new Error(`${name}: ${JSON.stringify(answer)}`);
    return answer;
  };
  return {
    url,
    hosts: { fullNode: url, solidityNode: solidityUrl },
    info: () => ask('info'),
    mine: async (blocks) => void (await ask('mine', { blocks })),
    passTime: async (ms) => void (await ask('increasetime', { ms })),
    give: async (address, asset, amount) =>
      (await ask<{ readonly txId: string }>('faucet', { address, asset, amount: String(amount) })).txId,
    setFault: async (fault) => void (await ask('fault', fault)),
    clearFaults: async () => void (await ask('fault', { clear: true })),
  };
}

/** The chain of a system, and how far the system is behind it. */
export type SystemChain = ChainControl & {
  /** Blocks not booked yet. The newest are irreversible only later, so a few remain always. */
  readonly unread: () => Promise<number>;
};

/**
 * Looks at which more is mined each time, which makes anything irreversible; from then on many blocks at once and seldom:
 * a contract can only be asked about a block while the chain rests at it, however busy the machine.
 */
const eager = { polls: 20, blocks: 2 };
const patient = { polls: 25, blocks: 12 };

/** A reader this far behind is busy enough, or still starting. */
const unreadMax = 40;

/**
 * Mines until `poll` has what it waits for: what takes the chain a minute takes the test a moment. On a busy machine it
 * does not bury a reader under thousands of blocks.
 */
export function mineUntil<Result>(
  chain: SystemChain,
  what: string,
  poll: () => Promise<Result | undefined | false>,
  timeoutMs?: number,
): Promise<Result> {
  let polls = 0;
  return until(
    what,
    async () => {
      const found = await poll();
      if (found !== undefined && found !== false) return found;
      polls += 1;
      const isEager = polls <= eager.polls;
      if (!isEager && polls % patient.polls !== 0) return undefined;
      if ((await chain.unread()) < unreadMax) await chain.mine(isEager ? eager.blocks : patient.blocks);
      return undefined;
    },
    timeoutMs,
  );
}
