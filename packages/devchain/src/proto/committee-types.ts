/** Witnesses, votes for them with what votes earn, and proposals to change chain parameters. */
export type CommitteeMessages = {
  WitnessCreateContract: WitnessCreateContract;
  WitnessUpdateContract: WitnessUpdateContract;
  VoteWitnessContract: VoteWitnessContract;
  UpdateBrokerageContract: UpdateBrokerageContract;
  WithdrawBalanceContract: { readonly owner_address: Uint8Array };
  ProposalCreateContract: ProposalCreateContract;
  ProposalApproveContract: ProposalApproveContract;
  ProposalDeleteContract: ProposalDeleteContract;
};

export type WitnessCreateContract = { readonly owner_address: Uint8Array; readonly url: Uint8Array };

export type WitnessUpdateContract = { readonly owner_address: Uint8Array; readonly update_url: Uint8Array };

export type VoteWitnessContract = {
  readonly owner_address: Uint8Array;
  readonly votes: readonly { readonly vote_address: Uint8Array; readonly vote_count: bigint }[];
};

export type UpdateBrokerageContract = {
  readonly owner_address: Uint8Array;
  /** Percent of the rewards that the witness keeps. */
  readonly brokerage: number;
};

export type ProposalCreateContract = {
  readonly owner_address: Uint8Array;
  /** Numbers of parameters and the values proposed. */
  readonly parameters: readonly { readonly key: bigint; readonly value: bigint }[];
};

export type ProposalApproveContract = {
  readonly owner_address: Uint8Array;
  readonly proposal_id: bigint;
  /** False takes an approval back. */
  readonly is_add_approval: boolean;
};

export type ProposalDeleteContract = { readonly owner_address: Uint8Array; readonly proposal_id: bigint };
