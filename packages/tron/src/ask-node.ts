import { hexToBytes } from '@noble/hashes/utils.js';
import { addressToHex, type TronAddress } from './address.ts';
import { callContract } from './call-contract.ts';
import { getHeadBlock, getSolidBlock, type BlockHead } from './get-block-head.ts';
import { NodeFault } from './node-fault.ts';
import type { TronNode } from './open-node.ts';
import { findTokenFault, type ExpectedToken } from './refuse-unknown-tokens.ts';
import { readReply } from './reply.ts';
import { showsInternalTransactions } from './shows-internal-transactions.ts';
import { selectors } from './token-call.ts';

/** What a node is and can do, by its own answers of now. */
export type NodeAnswers = {
  /** Of its software; empty where it does not say. */
  readonly version: string;
  readonly head: BlockHead;
  readonly solid: BlockHead;
  readonly runsCalls: boolean;
  readonly estimatesEnergy: boolean;
  readonly showsInternal: boolean;
  /** A sentence for each token that is none here; empty where the node runs no calls. */
  readonly tokenFaults: readonly string[];
};

/** A minute's worth: on a public network, contracts call each other in every block. */
const recentBlocks = 20;

/**
 * Asks a node what it is and what it can do: version, heads, constant calls, energy estimates, internal transactions, and
 * whether the tokens are what they should be. Which network it follows is asked by a node of `openNetworkNode` itself.
 *
 * @throws NodeFault where it does not answer.
 * @example
 * const token = { setting: 'USDT_CONTRACT', contract: usdt, decimals: 6 };
 * const { runsCalls, estimatesEnergy, tokenFaults, head } = await askNode(node, [token]);
 * [runsCalls, estimatesEnergy, tokenFaults, head.number]; // → [true, true, [], chain.info().height]
 */
export async function askNode(
  node: TronNode,
  tokens: readonly [ExpectedToken, ...ExpectedToken[]],
): Promise<NodeAnswers> {
  const { contract } = tokens[0];
  const head = await getHeadBlock(node);
  const runsCalls = await isServed(() =>
    callContract(node, { view: 'head', owner: contract, contract, data: hexToBytes(selectors.decimals) }),
  );
  return {
    version: await findVersion(node),
    head,
    solid: await getSolidBlock(node),
    runsCalls,
    estimatesEnergy: await estimates(node, contract),
    showsInternal: await showsInternalTransactions(node, { blocks: recentBlocks }),
    tokenFaults: runsCalls ? await listTokenFaults(node, tokens) : [],
  };
}

async function isServed(ask: () => Promise<unknown>): Promise<boolean> {
  try {
    await ask();
    return true;
  } catch (error) {
    if (error instanceof NodeFault && error.kind === 'refused') return false;
    throw error;
  }
}

/** Nodes behind a provider often hide what they are; that is no fault. */
async function findVersion(node: TronNode): Promise<string> {
  const path = '/wallet/getnodeinfo';
  try {
    return readReply(await node.ask(path, {}), { node, path })
      .object('configNodeInfo')
      .text('codeVersion');
  } catch (error) {
    if (error instanceof NodeFault && error.kind !== 'other-network') return '';
    throw error;
  }
}

async function estimates(node: TronNode, contract: TronAddress): Promise<boolean> {
  const path = '/wallet/estimateenergy';
  const address = addressToHex(contract);
  const question = { owner_address: address, contract_address: address, data: selectors.decimals };
  try {
    return readReply(await node.ask(path, question), { node, path })
      .object('result')
      .flag('result');
  } catch (error) {
    // Providers that do not serve it answer 404.
    if (error instanceof NodeFault && error.kind !== 'other-network') return false;
    throw error;
  }
}

async function listTokenFaults(node: TronNode, tokens: readonly ExpectedToken[]): Promise<readonly string[]> {
  const faults: string[] = [];
  for (const token of tokens) {
    const wrong = await findTokenFault(node, token);
    if (wrong !== undefined) faults.push(`${token.setting}: ${token.contract} ${wrong}`);
  }
  return faults;
}
