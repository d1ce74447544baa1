import { askNode } from './ask-node.ts';
import type { ReadStatement } from './read-statement.ts';

/** A block as a Tron node shows it; without an id where it has none of this number. */
export type ShownBlock = {
  readonly blockID?: string;
  /** The time in milliseconds since 1970. */
  readonly block_header?: { readonly raw_data?: { readonly timestamp?: number } };
};

/** What differs between the block that a statement names and the one that a node shows. */
export function checkBlock(
  { number: statement, block: { number, id, time } }: Pick<ReadStatement, 'number' | 'block'>,
  { blockID, block_header: header }: ShownBlock,
): readonly string[] {
  const tell = (finding: string): string[] => [`block ${number} of statement ${statement}: ${finding}`];
  if (blockID === undefined) return tell('the node has no such block that is irreversible');
  if (blockID !== id) return tell(`the chain has ${blockID} there`);
  return header?.raw_data?.timestamp === Date.parse(time) ? [] : tell('the chain has another time there');
}

/** Asks a node whether the chain, as it shows it, has the block of a statement. */
export async function askForBlock(node: string, statement: ReadStatement): Promise<readonly string[]> {
  const asked = { num: Number(statement.block.number) };
  return checkBlock(statement, (await askNode(node, 'walletsolidity/getblockbynum', asked)) as ShownBlock);
}
