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

/** No list has as many lines: a balance that could be split into more parts is as good as endless. */
export const mostSpare = 2 ** 31;

/** Of all balances: their spare parts, at most `mostSpare`, and the number drawn for the balance at a place. */
export type Spares = { readonly spares: Uint32Array; readonly drawAt: (place: number) => bigint };

/**
 * Spreads parts over all balances as evenly as their units allow; those that get one more than others are drawn. Where all balances
 * together have fewer units, each gets all that it can.
 */
export function spreadParts({ spares, drawAt }: Spares, wanted: number): FurtherParts {
  // The last number of which all balances together do not get too many, by halving.
  let [every, above] = [0, wanted + 1];
  while (above - every > 1) {
    const middle = (every + above) >> 1;
    if (givenOf(spares, middle) <= wanted) every = middle;
    else above = middle;
  }
  const left = wanted - givenOf(spares, every);
  const drawn = new BigInt64Array(spares.length);
  let count = 0;
  for (let place = 0; place < spares.length; place += 1) {
    if ((spares[place] as number) <= every) continue;
    drawn[count] = drawAt(place);
    count += 1;
  }
  return { every, below: drawn.subarray(0, count).sort()[left] ?? everyDraw };
}

function givenOf(spares: Uint32Array, every: number): number {
  let sum = 0;
  for (let place = 0; place < spares.length; place += 1) {
    const spare = spares[place] as number;
    sum += spare < every ? spare : every;
  }
  return sum;
}
