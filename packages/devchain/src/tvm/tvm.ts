import { EVM, EVMError, EVMMockBlockchain, NobleBN254 } from '@ethereumjs/evm';
import type { EVMOpts, Message } from '@ethereumjs/evm';
import { Address } from '@ethereumjs/util';
import { addressPrefix, fromInner } from '../crypto/address.ts';
import { concat, fromHex, toHex, uintBytes } from '../crypto/bytes.ts';
import { keccak256 } from '../crypto/hash.ts';
import type { ContractResult } from '../proto/types.ts';
import { createAccount, findAccount } from '../state/accounts.ts';
import { putContract, removeContract } from '../state/contracts.ts';
import type { Workspace } from '../state/workspace.ts';
import { recordInternalTransactions } from './internal-transactions.ts';
import type { InternalRecorder, InternalTransaction } from './internal-transactions.ts';
import { createTronRules, tronOpcodes } from './rules.ts';
import { createStateManager, hexToInner, innerToHex } from './state-manager.ts';
import { ripemd160Address, tronRipemd160 } from './tron-ripemd160.ts';

export type VmLog = {
  readonly address: Uint8Array;
  readonly topics: readonly Uint8Array[];
  readonly data: Uint8Array;
};

export type VmCall = {
  readonly state: Workspace;
  readonly txId: Uint8Array;
  readonly callerHex: string;
  /** The contract called, or created at this address when `creates`. */
  readonly contractHex: string;
  readonly creates: boolean;
  readonly data: Uint8Array;
  readonly valueSun: bigint;
  readonly energyLimit: bigint;
  readonly energyPriceSun: bigint;
  readonly block: {
    readonly number: number;
    readonly timestampMs: number;
    readonly witness: Uint8Array;
  };
};

export type VmOutcome = {
  readonly result: ContractResult;
  readonly message: string;
  readonly energyUsed: bigint;
  readonly returned: Uint8Array;
  readonly logs: readonly VmLog[];
  readonly internal: readonly InternalTransaction[];
};

export type Tvm = { readonly run: (call: VmCall) => Promise<VmOutcome> };

type CallContext = { txId: Uint8Array; contract: Address; energyPriceSun: bigint };

const errorResults: Readonly<Record<string, ContractResult>> = {
  [EVMError.errorMessages.OUT_OF_GAS]: 'OUT_OF_ENERGY',
  [EVMError.errorMessages.CODESTORE_OUT_OF_GAS]: 'OUT_OF_ENERGY',
  [EVMError.errorMessages.REVERT]: 'REVERT',
  [EVMError.errorMessages.INVALID_OPCODE]: 'ILLEGAL_OPERATION',
  [EVMError.errorMessages.STATIC_STATE_CHANGE]: 'ILLEGAL_OPERATION',
  [EVMError.errorMessages.STACK_UNDERFLOW]: 'STACK_TOO_SMALL',
  [EVMError.errorMessages.STACK_OVERFLOW]: 'STACK_TOO_LARGE',
  [EVMError.errorMessages.INVALID_JUMP]: 'BAD_JUMP_DESTINATION',
  [EVMError.errorMessages.INSUFFICIENT_BALANCE]: 'TRANSFER_FAILED',
  [EVMError.errorMessages.INVALID_BYTECODE_RESULT]: 'INVALID_CODE',
};

/** Addresses of created contracts follow Tron's rules, everything else is the Ethereum machine under Tron's table. */
class TronEvm extends EVM {
  readonly recorder: InternalRecorder;
  readonly context: CallContext;

  constructor(options: EVMOpts, context: CallContext) {
    super(options);
    this.context = context;
    this.recorder = recordInternalTransactions(this);
    this.recordDestructions();
  }

  protected override async _generateAddress(message: Message): Promise<Address> {
    if (message.depth === 0) return this.context.contract;
    const origin = message.salt
      ? concat(Uint8Array.of(addressPrefix), message.caller.bytes, message.salt, keccak256(message.code as Uint8Array))
      : concat(this.context.txId, uintBytes(BigInt(this.recorder.nextNonce()), 8));
    return new Address(keccak256(origin).subarray(12));
  }

  private recordDestructions(): void {
    const entry = this._opcodeMap[0xff];
    if (entry === undefined) return;
    const original = entry.opHandler;
    this._opcodeMap[0xff] = {
      ...entry,
      opHandler: (runState, common) => {
        const beneficiary = uintBytes(BigInt.asUintN(160, runState.stack.peek(1)[0] ?? 0n), 20);
        this.recorder.destroyed(
          runState.interpreter.getAddress().bytes,
          beneficiary,
          runState.interpreter.getSelfBalance(),
        );
        return original(runState, common);
      },
    };
  }
}

/** One virtual machine. `run` must not be entered twice at a time. */
export function createTvm(chainId: bigint): Tvm {
  const { common, params } = createTronRules();
  const context: CallContext = {
    txId: new Uint8Array(32),
    contract: new Address(new Uint8Array(20)),
    energyPriceSun: 0n,
  };
  let state: Workspace | undefined;
  let nowMs = 0;
  const evm = new TronEvm(
    {
      common,
      params,
      blockchain: new EVMMockBlockchain(),
      bn254: new NobleBN254(),
      customOpcodes: tronOpcodes(chainId, () => context.energyPriceSun),
      customPrecompiles: [{ address: ripemd160Address, function: tronRipemd160 }],
    },
    context,
  );
  evm.events.on('newContract', ({ address }) => {
    if (state === undefined) return;
    const created = innerToHex(address);
    if (findAccount(state, created) === undefined) createAccount(state, created, 'Contract', nowMs);
    putContract(state, created, {
      contract_address: fromInner(address.bytes),
      consume_user_resource_percent: 100n,
    });
  });

  return {
    run: async (call) => {
      state = call.state;
      nowMs = call.block.timestampMs;
      Object.assign(context, {
        txId: call.txId,
        contract: new Address(hexToInner(call.contractHex)),
        energyPriceSun: call.energyPriceSun,
      });
      evm.stateManager = createStateManager(call.state, nowMs);
      Object.assign(evm.journal, { stateManager: evm.stateManager });
      evm.journal.cleanJournal();
      evm.recorder.begin(call.txId);
      const { execResult } = await evm.runCall({
        caller: new Address(hexToInner(call.callerHex)),
        ...(call.creates ? {} : { to: context.contract }),
        data: call.data,
        value: call.valueSun,
        gasLimit: call.energyLimit,
        gasPrice: call.energyPriceSun,
        block: blockContext(call.block),
        skipNonceIncrement: true,
      });
      const error = execResult.exceptionError?.error;
      const failed = error !== undefined;
      for (const destroyed of execResult.selfdestruct?.keys() ?? [])
        removeContract(call.state, toHex(fromInner(fromHex(destroyed))));
      const reverted = error === EVMError.errorMessages.REVERT;
      return {
        result: failed ? (errorResults[error] ?? 'UNKNOWN') : 'SUCCESS',
        message: failed ? failureText(error, call.energyLimit) : '',
        energyUsed: failed && !reverted ? call.energyLimit : execResult.executionGasUsed,
        returned: failed && !reverted ? new Uint8Array(0) : execResult.returnValue,
        logs: failed ? [] : (execResult.logs ?? []).map(([address, topics, data]) => ({ address, topics, data })),
        internal: evm.recorder.end(failed),
      };
    },
  };
}

function failureText(error: string, energyLimit: bigint): string {
  if (error === EVMError.errorMessages.REVERT) return 'REVERT opcode executed';
  if (errorResults[error] === 'OUT_OF_ENERGY') return `Not enough energy: curInvokeEnergyLimit[${energyLimit}]`;
  return error;
}

function blockContext({ number, timestampMs, witness }: VmCall['block']) {
  return {
    header: {
      number: BigInt(number),
      coinbase: new Address(witness.subarray(1)),
      timestamp: BigInt(Math.floor(timestampMs / 1000)),
      difficulty: 0n,
      prevRandao: new Uint8Array(32),
      gasLimit: 0n,
      getBlobGasPrice: () => undefined,
    },
  };
}
