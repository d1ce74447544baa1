/** What an order can wait for. Each kind knows some of these; it goes on by itself once it is over. */
export type WaitCause =
  /** The hot wallet lacks the money, or TRX for the cost. */
  | 'hot-wallet'
  /** The signer does not answer, does not know us, signs nothing for now, or its key may not sign for the account. */
  | 'signer'
  | 'signer-limit'
  /** No node answers, nodes are on different chains, or the chain stands still. */
  | 'node'
  /** Nodes do not show alike, or not completely, what became of signed bytes. */
  | 'proof'
  /** Energy costs more than the house pays. */
  | 'fee'
  /** The token's contract refuses the transfer. */
  | 'token'
  | 'asset-pause'
  /** The person is frozen. */
  | 'person'
  /** What is to be unstaked is delegated. */
  | 'delegated-stake';

export type Wait = {
  readonly waitingFor: WaitCause;
  /** In words for operators. */
  readonly detail: string;
};

/** Causes that do not end at any moment: looking again soon would only cost questions. */
export const expensiveCauses: ReadonlySet<WaitCause> = new Set(['fee', 'token']);
