import type { AssetId } from '@tern/money/asset';
import { textOfPart, type LiabilityPart } from '@tern/proofs/liabilities/liability-part';
import type { LogHead } from '@tern/proofs/log/consistency';
import type { Held } from './read-held.ts';

/** The list of one asset in a statement. */
export type ListedAsset = {
  readonly assetId: AssetId;
  /** Base units: all lines together. */
  readonly owed: bigint;
  readonly partMax: bigint;
  readonly lines: number;
  /** Hexadecimal, as all hashes here. */
  readonly root: string;
  /** The lines of what the house owes by itself, opened for everybody; all others are customers'. */
  readonly house: readonly LiabilityPart[];
  readonly held: readonly Held[];
};

export type Statement = {
  readonly number: number;
  readonly day: string;
  readonly dueAt: Date;
  readonly block: { readonly number: number; readonly id: string; readonly at: Date };
  /** SHA-256 of the statement before; undefined for the first. */
  readonly previous: string | undefined;
  /** Whether two operators asked for it, beside the count of the day. */
  readonly demanded: boolean;
  readonly assets: readonly ListedAsset[];
  /** The ledger's log at that moment; undefined before its first day. */
  readonly log: LogHead | undefined;
};

/**
 * What is published of a snapshot: plain text, one fact in a line, in a fixed order. Its SHA-256 stands for everything in it,
 * the lists included, and the next statement names it (docs/proof-of-liabilities.md).
 */
export function writeStatement({ number, day, dueAt, block, previous, demanded, assets, log }: Statement): string {
  return [
    'liabilities 1',
    `number ${number}`,
    `day ${day}`,
    `due ${dueAt.toISOString()}`,
    `block ${block.number} ${block.id} ${block.at.toISOString()}`,
    `previous ${previous ?? 'none'}`,
    ...(demanded ? ['demanded'] : []),
    ...assets.flatMap(({ assetId, owed, partMax, lines, root, house, held }) => [
      `asset ${assetId} owed ${owed} part-max ${partMax} lines ${lines} root ${root}`,
      ...house.map((part) => `house ${textOfPart(part)}`),
      ...held.map(({ place, amount, seen }) => `held ${assetId} ${place} ${amount} ${textOfSeen(seen)}`),
    ]),
    ...(log === undefined ? [] : [`log ${log.size} ${log.hash}`]),
    '',
  ].join('\n');
}

function textOfSeen(seen: Held['seen']): string {
  return seen === undefined ? 'books' : `${seen.block} ${seen.address}`;
}
