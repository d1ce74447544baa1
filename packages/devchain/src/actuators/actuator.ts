import type { BlockContext, Receipt } from '../chain/types.ts';
import type { CellReader } from '../state/cells.ts';
import type { Workspace } from '../state/workspace.ts';
import type { Tvm } from '../tvm/tvm.ts';

export type ActuatorContext = {
  readonly state: Workspace;
  readonly tvm: Tvm;
  readonly block: BlockContext;
  readonly txId: Uint8Array;
  /** SUN. */
  readonly feeLimitSun: bigint;
  /** Only tried before the transaction exists, to tell the client what is wrong. */
  readonly beforehand?: boolean;
};

export type ActuatorOutcome = Pick<
  Receipt,
  'contractResult' | 'vm' | 'assetId' | 'withdrawnSun' | 'cancelledSun' | 'rewardSun' | 'exchange'
> & {
  /** The contract's own fee, energy apart. */
  readonly feeSun: bigint;
};

/** A decoded contract, ready to run. `run` refuses by throwing before it changes anything that outlives the refusal. */
export type OpenContract = {
  /** Who must have signed, and who pays. */
  readonly owner: Uint8Array;
  /** Whether the transaction activates an account, which has its own price. */
  readonly createsAccount: (state: CellReader) => boolean;
  readonly run: (context: ActuatorContext) => Promise<ActuatorOutcome>;
};

/** What one contract type does, given its encoded message. Throws when the bytes are no such message. */
export type Actuator = (value: Uint8Array) => OpenContract;
