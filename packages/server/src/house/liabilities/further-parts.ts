/** How many parts more than needed the balances of a list are split into, so that its lines above 0 are a power of two. */
export type FurtherParts = {
  /** Each balance has as many more, as far as it has units for them. */
  readonly every: number;
  /** A balance with a unit left has one more where its draw is below. From 0 to 2^62. */
  readonly below: bigint;
};

export const noFurtherParts: FurtherParts = { every: 0, below: 0n };

/** Of one balance: parts that it could be split into beyond those it needs, and a number drawn for it, below 2^62. */
export type Spare = { readonly spare: bigint; readonly draw: bigint };

const everyDraw = 1n << 62n;

/** How many parts more a balance gets. */
export function furtherPartsOf({ spare, draw }: Spare, { every, below }: FurtherParts): bigint {
  const wanted = BigInt(every) + (draw < below ? 1n : 0n);
  return wanted < spare ? wanted : spare;
}

type SpareParts = {
  readonly add: (spare: Spare) => void;
  /** For so many parts more. */
  readonly spread: (wanted: number) => FurtherParts;
};

/**
 * Spreads parts over all balances as evenly as their units allow; those that get one more than others are drawn. Where all balances
 * together have fewer units, each gets all that it can.
 */
export function openSpareParts(): SpareParts {
  // No list has as many lines: what is larger is as good as endless.
  const endless = 2 ** 31;
  const spares: number[] = [];
  const draws: bigint[] = [];
  const given = (every: number): number => {
    let sum = 0;
    for (const spare of spares) sum += Math.min(spare, every);
    return sum;
  };
  return {
    add: ({ spare, draw }) => {
      spares.push(spare < endless ? Number(spare) : endless);
      draws.push(draw);
    },
    spread: (wanted) => {
      // The last number of which all balances together do not get too many, by halving.
      let [every, above] = [0, wanted + 1];
      while (above - every > 1) {
        const middle = (every + above) >> 1;
        if (given(middle) <= wanted) every = middle;
        else above = middle;
      }
      const left = wanted - given(every);
      const drawn = BigInt64Array.from(draws.filter((_, at) => (spares[at] ?? 0) > every)).sort();
      return { every, below: drawn[left] ?? everyDraw };
    },
  };
}
