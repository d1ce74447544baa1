import artifacts from '../contracts/artifacts.json' with { type: 'json' };
import { encodeArguments, encodeCall } from '../contracts/encode-call.ts';
import type { Argument } from '../contracts/encode-call.ts';
import market from '../contracts/market.json' with { type: 'json' };
import { toBase58 } from '../crypto/address.ts';
import { concat, fromHex, toHex } from '../crypto/bytes.ts';
import { keccak256, sha256 } from '../crypto/hash.ts';
import type { KeyPair } from '../crypto/keys.ts';
import { parseMessage } from '../json/parse-message.ts';
import { getCode, putContract } from '../state/contracts.ts';
import type { Workspace } from '../state/workspace.ts';
import type { Tvm } from '../tvm/tvm.ts';

const contracts = { ...artifacts, ...market };
const callEnergy = 100_000_000n;

/** Runs contracts before there are blocks. Every call throws when the contract fails. */
export type GenesisRunner = {
  readonly deploy: (
    owner: KeyPair,
    name: keyof typeof contracts,
    address: Uint8Array,
    values: readonly Argument[],
  ) => Promise<void>;
  readonly call: (
    caller: KeyPair,
    address: Uint8Array,
    call: {
      readonly signature: string;
      readonly values?: readonly (bigint | Uint8Array)[];
      readonly valueSun?: bigint;
    },
  ) => Promise<void>;
};

export function createGenesisRunner(
  { tvm, state }: { readonly tvm: Tvm; readonly state: Workspace },
  block: { readonly timestampMs: number; readonly witness: Uint8Array },
): GenesisRunner {
  const run = async (
    caller: KeyPair,
    address: Uint8Array,
    { creates, data, valueSun = 0n }: { creates: boolean; data: Uint8Array; valueSun?: bigint | undefined },
  ): Promise<void> => {
    const outcome = await tvm.run({
      state,
      block: { ...block, number: 0 },
      txId: sha256(address),
      callerHex: caller.addressHex,
      contractHex: toHex(address),
      creates,
      data,
      valueSun,
      energyLimit: callEnergy,
      energyPriceSun: 0n,
    });
    if (outcome.result === 'SUCCESS') return;
    throw new Error(`genesis of ${toBase58(address)}: ${outcome.result} ${outcome.message}`);
  };
  return {
    deploy: async (owner, name, address, values) => {
      const { abi, bytecode } = contracts[name];
      const code = concat(fromHex(bytecode), encodeArguments(values));
      await run(owner, address, { creates: true, data: code });
      putContract(state, toHex(address), {
        origin_address: owner.address,
        contract_address: address,
        abi: parseMessage('SmartContract.ABI', { entrys: abi }, false),
        bytecode: code,
        consume_user_resource_percent: 100n,
        name,
        origin_energy_limit: 10_000_000n,
        code_hash: keccak256(getCode(state, toHex(address))),
      });
    },
    call: (caller, address, { signature, values = [], valueSun }) =>
      run(caller, address, { creates: false, data: encodeCall(signature, values), valueSun }),
  };
}
