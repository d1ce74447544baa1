import type { OwnLiabilities } from '@tern/contracts/routes/check';
import { followLine } from '@tern/proofs/liabilities/follow-line';
import type { StatedAsset, Statement } from '@tern/proofs/liabilities/read-statement';

type Line = OwnLiabilities['lines'][number];

/** What checking a person's own lines comes to. */
export type LinesFinding = {
  /** Whether each line is the person's, is in the published list, and none is missing between the others. */
  readonly listed: boolean;
  /** Whether no sum on the way is negative or too large, and each way ends at the published total. */
  readonly summed: boolean;
  readonly lines: number;
  /** What the lines of each asset add up to. Base units. */
  readonly sums: ReadonlyMap<Line['assetId'], bigint>;
};

/** The person's own wallets; the address of one is null once nobody may send there any more. */
export type OwnWallet = { readonly id: string; readonly address: string | null };

/** Checks the lines a person was given against what was published, on this device, from the secrets up. Pure. */
export function checkLines(
  statement: Pick<Statement, 'number' | 'assets'>,
  own: OwnLiabilities,
  wallets: readonly OwnWallet[],
): LinesFinding {
  const sums = new Map<Line['assetId'], bigint>();
  for (const { assetId, amount } of own.lines) sums.set(assetId, (sums.get(assetId) ?? 0n) + BigInt(amount));
  const ends = own.lines.map((line) => checkLine(statement, line));
  return {
    listed:
      own.number === statement.number &&
      ends.every(({ listed }) => listed) &&
      own.lines.every((line) => isOwn(line, wallets)) &&
      isWhole(own.lines),
    summed: ends.every(({ summed }) => summed),
    lines: own.lines.length,
    sums,
  };
}

function isOwn({ walletId, owner }: Line, wallets: readonly OwnWallet[]): boolean {
  const wallet = wallets.find(({ id }) => id === walletId);
  return wallet !== undefined && (wallet.address === owner || wallet.address === null);
}

/** Whether the parts of each balance are counted from 0 without gaps, and none and no place in a list is given twice. */
function isWhole(lines: readonly Line[]): boolean {
  const parts = new Set(lines.map(({ assetId, owner, part }) => `${assetId} ${owner} ${part}`));
  const places = new Set(lines.map(({ assetId, position }) => `${assetId} ${position}`));
  return (
    parts.size === lines.length &&
    places.size === lines.length &&
    lines.every(({ assetId, owner, part }) => part === 0 || parts.has(`${assetId} ${owner} ${part - 1}`))
  );
}

/** Whether the way from a line upwards ends where it has to. */
function checkLine(
  { number, assets }: Pick<Statement, 'number' | 'assets'>,
  line: Line,
): { readonly listed: boolean; readonly summed: boolean } {
  const stated = assets.find(({ assetId }) => assetId === line.assetId);
  if (stated === undefined) return { listed: false, summed: false };
  const amount = BigInt(line.amount);
  try {
    const { root, sum } = followLine(number, line);
    return {
      listed: root === stated.root && standsThere(line, stated),
      summed: sum === stated.owed && amount > 0n && amount <= stated.partMax,
    };
  } catch {
    // A sum that is negative or too large, or what is no number and no hash.
    return { listed: false, summed: false };
  }
}

/** Whether the way has the length and the turns of this place in the list. */
function standsThere({ position, path }: Line, { lines }: StatedAsset): boolean {
  return (
    2 ** path.length === lines &&
    path.every(({ side }, height) => (Math.floor(position / 2 ** height) % 2 === 1) === (side === 'left'))
  );
}
