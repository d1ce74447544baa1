import { startDevchain, type Devchain, type DevchainNode } from '@tern/devchain/start-devchain';
import type { AssetId } from '@tern/money/asset';
import type { Network } from '@tern/server/house/installation/public';
import type { Nodes } from '@tern/server/money/deposits/public';
import { getAddress, type TronAddress } from '@tern/tron/address';
import { getAccount } from '@tern/tron/get-account';
import { getHeadBlock } from '@tern/tron/get-block-head';
import { getTokenBalance } from '@tern/tron/get-token-balance';
import { openNode, type TronNode } from '@tern/tron/open-node';
import type { Process } from './scheduler.ts';

/** The local chain with two nodes. Its time is what the simulator makes of it: blocks come when they are mined. */
export type SimChain = {
  readonly network: Network;
  readonly keys: Devchain['keys'];
  readonly controls: readonly DevchainNode[];
  /** The nodes as one process reaches them. */
  readonly nodesOf: (process: Process) => Nodes;
  /** Time of the newest block. */
  readonly headMs: () => Promise<number>;
  /** What an address has, irreversibly or by the newest block. */
  readonly balanceOf: (view: 'solid' | 'head', address: TronAddress, assetId: AssetId) => Promise<bigint>;
  readonly solidHeight: () => number;
  /** Mines what is due by now, every three seconds. For a process of its own. */
  readonly mineFor: (process: Process) => void;
  readonly remember: () => Promise<void>;
  /** Goes back to the moment that was remembered, without faults. */
  readonly goBack: () => Promise<void>;
  readonly close: () => Promise<void>;
};

const blockMs = 3_000;
/** Blocks that are made up for at once after a pause; a chain that stood still makes up for none. */
const blocksMax = 60;

export async function openSimChain(): Promise<SimChain> {
  const chain = await startDevchain({ port: 0, seed: 'simulator', mining: { mode: 'manual' } });
  const controls = [chain, await chain.addNode()];
  const { contracts, accounts } = chain.info();
  const open = (node: DevchainNode): TronNode => openNode({ url: node.url, timeoutMs: 30_000 });
  const first = open(chain);
  const nodes = controls.map((node, at) => ({ ...open(node), name: `node-${at + 1}` }));
  const network: Network = {
    contracts: { usdt: getAddress(contracts.usdt.base58), reward: getAddress(contracts.reward.base58) },
    explorerUrl: null,
    faucetAddress: getAddress(accounts.faucet.base58),
  };
  const headMs = async (): Promise<number> => (await getHeadBlock(first)).timeMs;
  let remembered = '';
  return {
    network,
    keys: chain.keys,
    controls,
    headMs,
    nodesOf: (process) => nodes.map((node) => gateNode(process, node)) as unknown as Nodes,
    balanceOf: async (view, address, assetId) =>
      assetId === 'trx'
        ? (await getAccount(first, { view, address })).balanceSun
        : getTokenBalance(first, { view, contract: network.contracts[assetId], owner: address }),
    solidHeight: () => chain.info().solidHeight,
    mineFor: (process) => {
      const mine = async (): Promise<number> => {
        const due = Math.floor((process.nowMs() - (await headMs())) / blockMs);
        return due < 1 ? 0 : await chain.admin.mine(Math.min(due, blocksMax));
      };
      const next = (): void => void process.after(blockMs, () => void go());
      const go = async (): Promise<void> => {
        await process.gate({ kind: 'chain', label: 'mines', work: mine });
        next();
      };
      next();
    },
    remember: async () => {
      remembered = await chain.admin.snapshot();
    },
    goBack: async () => {
      for (const { admin } of controls) await admin.clearFaults();
      await chain.admin.revert(remembered);
    },
    close: chain.close,
  };
}

function gateNode(process: Process, node: TronNode): TronNode {
  return {
    name: node.name,
    ask: (path, body) =>
      process.gate({ kind: 'node', label: `asks ${node.name} ${path}`, work: () => node.ask(path, body) }),
  };
}
