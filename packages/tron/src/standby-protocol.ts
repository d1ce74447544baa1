/** What a signer knows of its standby. */
export type StandbyState = {
  /** Why it is not in step; absent while it is. */
  readonly away?: string | undefined;
  /** Changes that it has not said to have. */
  readonly behind: number;
  /** When it was heard of last; 0 for never. */
  readonly heardMs: number;
};

/** Changes of a signer's store, for its standby; they follow the change `after`. */
export type Replication = {
  readonly after: { readonly number: number; readonly hash: string };
  readonly changes: readonly {
    readonly statement: string;
    readonly parameters: readonly (string | number | bigint | null | NodeJS.ArrayBufferView)[];
  }[];
};

/** The last change that the standby has on its disk, or that it has taken over. */
export type ReplicationAnswer = {
  readonly number: number;
  readonly hash: string;
  readonly epoch: number;
  readonly takenOver: boolean;
  /** Signatures that its store knows of. */
  readonly sequence: number;
};

/** `complete`: the operators say that the standby lacks no order, because the first never signed without it. */
export type TakeOver = { readonly complete: boolean };
export type TakeOverOutcome = {
  readonly epoch: number;
  readonly state: 'waits' | 'taken-over';
  /** What the operators are asked, while it waits for them. */
  readonly challenge?: string;
};
