import { findBlockHead } from '@tern/tron/get-block-head';
import { getTransactionWindow } from '@tern/tron/get-transaction-window';
import { NodeFault } from '@tern/tron/node-fault';
import type { TronNode } from '@tern/tron/open-node';
import type { ReferenceBlock } from '@tern/tron/transaction';
import { findChainFault, findChainHeads } from '../chain-view/public.ts';
import { askAnyNode } from './ask-any-node.ts';
import type { Question } from './attempt.ts';
import { findPermissionId } from './find-permission-id.ts';
import type { OrderDeps, OrderItem, OrderPolicy, OrderTerms } from './order-policy.ts';
import type { Wait } from './waiting.ts';

export type PlannedQuestion = { readonly question: Question; readonly terms: OrderTerms };

/**
 * Decides whether an order can be signed now and what the signer is to be asked. Reads only. Planned with the first node
 * that answers everything; nothing is asked for a chain that stands still, or while nodes are on different ones.
 */
export async function planQuestion<Item extends OrderItem>(
  deps: OrderDeps,
  policy: OrderPolicy<Item>,
  item: Item,
): Promise<PlannedQuestion | Wait> {
  const obstacle = (await policy.findObstacle(deps.db.kysely, item, undefined)) ?? (await findStall(deps));
  if (obstacle !== undefined) return obstacle;
  let fault = 'no node answers';
  for (const node of deps.nodes) {
    try {
      return await planWith(deps, policy, { node, item });
    } catch (error) {
      if (!(error instanceof NodeFault)) throw error;
      fault = error.message;
    }
  }
  return { waitingFor: 'node', detail: fault };
}

async function planWith<Item extends OrderItem>(
  { nodes, settings }: OrderDeps,
  policy: OrderPolicy<Item>,
  { node, item }: { readonly node: TronNode; readonly item: Item },
): Promise<PlannedQuestion | Wait> {
  const terms = await policy.plan(node, item);
  if ('waitingFor' in terms) return terms;
  const permission = terms.account === undefined ? {} : await findPermissionId(node, terms.account);
  if (permission === 'none')
    return { waitingFor: 'signer', detail: `the key of ${terms.account} may not sign for it any more` };
  const window = await getTransactionWindow(node, { lifetimeMs: settings.lifetimeMs });
  const stranger = await findStranger(nodes, node, window.refBlock);
  if (stranger !== undefined)
    return { waitingFor: 'node', detail: `${stranger} is on another chain than ${node.name}` };
  return { question: terms.write({ ...window, ...permission }), terms };
}

/** Nothing is signed for a chain that does not move: it would expire unseen, and its proof of death take as long. */
async function findStall({ db, settings }: OrderDeps): Promise<Wait | undefined> {
  const heads = await findChainHeads(db.kysely);
  if (heads === undefined) return undefined;
  const fault = findChainFault(heads, settings.stallLimits);
  return fault === undefined ? undefined : { waitingFor: 'node', detail: `the chain: ${fault}` };
}

/**
 * A node that has another irreversible block of the reference's number: one of the two is on the wrong chain, and no end
 * of the order could ever be agreed on. One that does not answer or is not there yet says nothing.
 */
async function findStranger(
  nodes: readonly TronNode[],
  asked: TronNode,
  { number, id }: ReferenceBlock,
): Promise<string | undefined> {
  for (const node of nodes) {
    if (node === asked) continue;
    const block = await askAnyNode([node], (other) => findBlockHead(other, { view: 'solid', number }));
    if (block !== undefined && block.id !== id) return node.name;
  }
  return undefined;
}
