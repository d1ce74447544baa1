import { Common, Hardfork, Mainnet } from '@ethereumjs/common';
import { paramsEVM } from '@ethereumjs/evm';
import type { EVMOpts } from '@ethereumjs/evm';

// Of the later Ethereum changes, Tron's machine has these: transient storage, PUSH0, MCOPY.
const laterEips = [1153, 3855, 5656];

/**
 * Energy of Tron's virtual machine (java-tron `EnergyCost`): the first Ethereum price table with later opcodes,
 * without intrinsic cost, refunds or warm and cold access.
 */
const energyCosts = {
  1: {
    ...paramsEVM['1'],
    ...Object.assign({}, ...laterEips.map((eip) => paramsEVM[eip])),
    delegatecallGas: 40,
    staticcallGas: 40,
    revertGas: 0,
    returndatasizeGas: 2,
    returndatacopyGas: 3,
    shlGas: 3,
    shrGas: 3,
    sarGas: 3,
    extcodehashGas: 400,
    create2Gas: 32_000,
    modexpGquaddivisorGas: 20,
    bn254AddGas: 150,
    bn254MulGas: 6_000,
    bn254PairingGas: 45_000,
    bn254PairingWordGas: 34_000,
    maxCodeSize: 24_576,
  },
};

/** Ethereum's rules as of Petersburg, with the later opcodes that Tron has taken over. */
class TronRules extends Common {
  override isActivatedEIP(eip: number): boolean {
    return laterEips.includes(eip) || super.isActivatedEIP(eip);
  }
}

export function createTronRules(): {
  readonly common: Common;
  readonly params: typeof energyCosts;
} {
  return {
    common: new TronRules({ chain: Mainnet, hardfork: Hardfork.Petersburg, params: energyCosts }),
    params: energyCosts,
  };
}

type CustomOpcode = NonNullable<EVMOpts['customOpcodes']>[number];
type LogicFunction = Extract<CustomOpcode, { logicFunction: unknown }>['logicFunction'];

const push = (
  opcode: number,
  opcodeName: string,
  baseFee: number,
  read: (runState: Parameters<LogicFunction>[0]) => bigint,
): CustomOpcode => ({
  opcode,
  opcodeName,
  baseFee,
  logicFunction: (runState) => {
    runState.stack.push(read(runState));
  },
});

/**
 * Opcodes Petersburg lacks. Contracts can neither hold nor be sent TRC-10 tokens here, so the three opcodes about them
 * answer as where there are none; contracts from Tron's own compiler run CALLTOKENVALUE and CALLTOKENID in every function that is not payable.
 */
export function tronOpcodes(chainId: bigint, energyPriceSun: () => bigint): CustomOpcode[] {
  return [
    push(0x46, 'CHAINID', 2, () => chainId),
    push(0x47, 'SELFBALANCE', 5, (runState) => runState.interpreter.getSelfBalance()),
    push(0x48, 'BASEFEE', 2, energyPriceSun),
    {
      opcode: 0xd1,
      opcodeName: 'TOKENBALANCE',
      baseFee: 20,
      logicFunction: (runState) => {
        runState.stack.popN(2);
        runState.stack.push(0n);
      },
    },
    push(0xd2, 'CALLTOKENVALUE', 2, () => 0n),
    push(0xd3, 'CALLTOKENID', 2, () => 0n),
  ];
}
