import type { Database, DbReader } from '@tern/db/database';
import { getHeadBlock, type BlockHead } from '@tern/tron/get-block-head';
import type { TronNode } from '@tern/tron/open-node';
import { readOwnTransactions, type OwnTransaction } from '@tern/tron/read-own-transactions';
import type { Signer } from '@tern/tron/signer-client';
import type { RememberedOrder, SignerQuarantine } from '@tern/tron/signer-protocol';

export type SignerReport =
  | {
      readonly event: 'signer-quarantined';
      readonly reason: string;
      readonly nextBlock: number;
      readonly read: boolean;
    }
  | { readonly event: 'signer-read-back'; readonly toBlock: number; readonly forgotten: number };

/** Signed orders whose reference block is from `fromBlock` to below `toBlock`, by page. */
export type ListRememberedOrders = (
  db: DbReader,
  range: { readonly fromBlock: number; readonly toBlock: number; readonly limit: number; readonly offset: number },
) => Promise<readonly RememberedOrder[]>;

export type ReadBackDeps = {
  readonly db: Database;
  /** One is enough: the signer checks every signature, and that no block is left out. */
  readonly node: TronNode;
  readonly signer: Signer;
  /** Each slice that has orders signed knows its own. */
  readonly rememberedOrders: readonly ListRememberedOrders[];
  readonly report: (report: SignerReport) => void;
};

/** Kept small enough for one request to the signer. */
const outflowsMax = 100;
const ordersPage = 50;

/**
 * While the signer is in quarantine: gives it back the orders that are remembered here and every transaction the
 * irreversible chain holds of the house's accounts, up to `limit` blocks. Returns how many blocks were read.
 */
export async function readBackOutflows(deps: ReadBackDeps, { limit }: { readonly limit: number }): Promise<number> {
  const { signer, report } = deps;
  const { quarantine } = await signer.getHealth();
  if (quarantine === undefined) return 0;
  if (quarantine.read) {
    report({ event: 'signer-quarantined', ...pick(quarantine) });
    return 0;
  }
  const { timeMs: headMs } = await getHeadBlock(deps.node);
  const run = await readRun(deps, quarantine.nextBlock, limit);
  if (run === undefined) {
    report({ event: 'signer-quarantined', ...pick(quarantine) });
    return 0;
  }
  const { toBlock, outflows } = run;
  const orders = await giveOrdersBack(deps, { fromBlock: quarantine.nextBlock, toBlock: toBlock.number });
  const found = await signer.readBack({ fromBlock: quarantine.nextBlock, toBlock, headMs, outflows });
  report({ event: 'signer-read-back', toBlock: toBlock.number, forgotten: orders + found });
  return toBlock.number - quarantine.nextBlock + 1;
}

function pick({ reason, nextBlock, read }: SignerQuarantine): Pick<SignerQuarantine, 'reason' | 'nextBlock' | 'read'> {
  return { reason, nextBlock, read };
}

async function readRun(
  { node, signer }: ReadBackDeps,
  fromBlock: number,
  limit: number,
): Promise<
  | { readonly toBlock: Pick<BlockHead, 'number' | 'id' | 'timeMs'>; readonly outflows: readonly OwnTransaction[] }
  | undefined
> {
  const { hot, fee } = await signer.getAccounts();
  const outflows: OwnTransaction[] = [];
  let last: BlockHead | undefined;
  for (let number = fromBlock; number < fromBlock + limit && outflows.length < outflowsMax; number += 1) {
    const read = await readOwnTransactions(node, { number, owners: [hot, fee] });
    if (read === undefined) break;
    last = read.block;
    outflows.push(...read.transactions);
  }
  if (last === undefined) return undefined;
  return { toBlock: { number: last.number, id: last.id, timeMs: last.timeMs }, outflows };
}

/** An order refers to a block before the one that holds it, a thousand before at the very most. */
async function giveOrdersBack(
  { db, signer, rememberedOrders }: ReadBackDeps,
  { fromBlock, toBlock }: { readonly fromBlock: number; readonly toBlock: number },
): Promise<number> {
  const range = { fromBlock: fromBlock - 1_000, toBlock, limit: ordersPage };
  let forgotten = 0;
  for (const list of rememberedOrders) {
    for (let offset = 0, more = true; more; offset += ordersPage) {
      const orders = await list(db.kysely, { ...range, offset });
      if (orders.length > 0) forgotten += await signer.importOrders(orders);
      more = orders.length === ordersPage;
    }
  }
  return forgotten;
}
