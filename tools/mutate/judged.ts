/** A mutant that no test needs to kill, because nobody could tell it from the original. */
export type Judged = { readonly id: string; readonly fingerprint: string; readonly reason: string };

/** Judged by reading. They count as survived in the figures. */
export const judgedEquivalent: readonly Judged[] = [];
