/** Where the chain stands, as the worker last saw it. For display and watching; nothing is booked by it. */
export type ChainHeads = {
  readonly headNumber: number;
  readonly headTime: Date;
  readonly solidNumber: number;
  readonly solidTime: Date;
  /** When the newest block, and the newest irreversible one, last changed, by the database's clock. */
  readonly headMovedAt: Date;
  readonly solidMovedAt: Date;
  /** Database time of the reading, to compare the two above with. */
  readonly readAt: Date;
};

export type ChainFault = 'head-stalled' | 'solid-stalled' | 'solid-behind';

export type StallLimits = {
  /** Longest time without a new block before the chain counts as stalled. */
  readonly stallMs: number;
  /** Most blocks the irreversible view may be behind the head. */
  readonly solidLagMax: number;
};

/** What counts as standing still for a chain with a block each `blockMs` that is final after `confirmations` more. */
export function stallLimitsOf({ blockMs, confirmations }: { blockMs: number; confirmations: number }): StallLimits {
  return { stallMs: Math.max(60_000, 20 * blockMs), solidLagMax: 3 * confirmations };
}

/** What is wrong with the chain's progress, the gravest first; undefined when it moves as it should. */
export function findChainFault(heads: ChainHeads, { stallMs, solidLagMax }: StallLimits): ChainFault | undefined {
  const now = heads.readAt.getTime();
  if (now - heads.headMovedAt.getTime() > stallMs) return 'head-stalled';
  if (now - heads.solidMovedAt.getTime() > stallMs) return 'solid-stalled';
  if (heads.headNumber - heads.solidNumber > solidLagMax) return 'solid-behind';
  return undefined;
}
