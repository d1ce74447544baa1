import type { StatedAsset } from '@tern/proofs/liabilities/read-statement';

/** What is held of an asset beside what is owed. Base units. */
export type Reserve = {
  readonly assetId: string;
  readonly owed: bigint;
  /** What exists on the chain; what was promised and does not exist yet is not held. */
  readonly held: bigint;
  readonly unissued: bigint;
  /** Of what is held: staked for energy. It can be paid out only some days after it was unstaked. */
  readonly staked: bigint;
};

/** What is held beside what is owed, of each asset of which anything is owed: the lowest ratio first. Pure. */
export function compareReserves(assets: readonly StatedAsset[]): readonly Reserve[] {
  return assets
    .filter(({ owed }) => owed > 0n)
    .map(readReserve)
    .toSorted((one, other) => Number(isLower(other, one)) - Number(isLower(one, other)));
}

function readReserve({ assetId, owed, held }: StatedAsset): Reserve {
  const sumOf = (isWanted: (place: string) => boolean) =>
    held.reduce((sum, { place, amount }) => (isWanted(place) ? sum + amount : sum), 0n);
  return {
    assetId,
    owed,
    held: sumOf((place) => place !== 'unissued'),
    unissued: sumOf((place) => place === 'unissued'),
    staked: sumOf((place) => place === 'stake'),
  };
}

function isLower(one: Reserve, other: Reserve): boolean {
  return one.held * other.owed < other.held * one.owed;
}

/** What is held of what is owed in hundredths of a percent, cut and never rounded up: 99.999 % is 99.99 %. */
export function ratioOf({ held, owed }: Pick<Reserve, 'held' | 'owed'>): bigint {
  return (held * 10_000n) / owed;
}

/** What is missing, 0 where nothing is. */
export function missingOf({ held, owed }: Pick<Reserve, 'held' | 'owed'>): bigint {
  return held < owed ? owed - held : 0n;
}
