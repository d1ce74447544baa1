/** How often a person does something in a year, as docs/capacity.md assumes it. */
export const perPersonAndYear = { transfers: 24, swaps: 12, deposits: 12 } as const;

/** Of a hundred people, so many hold reward tokens and are paid each day. */
export const holdersPercent = 50;
