/** How often a person does something in a year, as docs/capacity.md assumes it. */
export const perPersonAndYear = { transfers: 24, swaps: 12, deposits: 12 } as const;

/** Of a hundred people, so many hold reward tokens and are paid each day. */
export const holdersPercent = 50;

/** Bytes that one of each leaves behind for ever, indexes included, as docs/capacity.md plans with. */
export const planBytes = { transfers: 5_600, swaps: 4_200, deposits: 2_300, rewards: 2_000, people: 3_500 } as const;

export type Kind = keyof typeof planBytes;
