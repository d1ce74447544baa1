/** What the store remembers beside signatures; each is written once, and true of the one seed whose hot wallet is named. */
export const facts = {
  /** The hot wallet of the seed this store belongs to. Without it, nothing else here is true of any seed. */
  hotAddress: 'hot address',
  /** The fee account of that seed. */
  feeAddress: 'fee address',
  /** Which store this is. A copy has the same, a new one never. */
  storeId: 'store id',
  /** This folder made its seed itself, so there are no signatures from before its store. */
  seedMadeHere: 'seed made here',
  /** A person has shown to hold the 24 words. */
  wordsConfirmed: 'words confirmed',
  /** A person has looked up on the chain what a lost store had signed. */
  outflowsConfirmed: 'outflows confirmed',
} as const;
