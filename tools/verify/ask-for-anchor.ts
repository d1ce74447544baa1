import { askNode } from './ask-node.ts';
import { checkAnchor, type ShownTransaction } from './check-anchor.ts';
import type { PublishedSnapshot } from './check-chain.ts';
import type { ReadStatement } from './read-statement.ts';

/** Asks a node whether the chain, as it shows it, has the hash of a statement. */
export async function askForAnchor(
  node: string,
  { anchor, statementHash }: Pick<PublishedSnapshot, 'anchor' | 'statementHash'>,
  statement: ReadStatement,
): Promise<{ readonly said: string; readonly found: readonly string[] }> {
  if (anchor === null)
    return { said: 'its hash is not in the chain (yet): the wallet names no transaction', found: [] };
  const asked = { value: anchor.txId };
  const shown = (await askNode(node, 'walletsolidity/gettransactionbyid', asked)) as ShownTransaction;
  const found = checkAnchor(statement, statementHash, { txId: anchor.txId, shown });
  const isNamed = statement.assets.some(({ held }) => held.some(({ place }) => place === 'hot'));
  const whose = isNamed ? '' : '; the statement names no hot wallet, so it may be anybody’s';
  const said =
    found.length === 0 ? `its hash is in the chain: transaction ${anchor.txId}${whose}` : 'the anchor is wrong';
  return { said, found: found.map((finding) => `anchor: ${finding}`) };
}
