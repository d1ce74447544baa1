import { invalidContract } from '../chain/refusal.ts';
import { fromInner, toBase58 } from '../crypto/address.ts';
import { concat, equalBytes, toHex } from '../crypto/bytes.ts';
import { keccak256 } from '../crypto/hash.ts';
import { decodeMessage } from '../proto/codec.ts';
import { findAccount } from '../state/accounts.ts';
import { getCode, putContract } from '../state/contracts.ts';
import type { Actuator } from './actuator.ts';
import { checkTokenOfCall } from './check-token-of-call.ts';
import { runContract } from './run-contract.ts';

/** The address a deployment transaction gives its contract: hash of transaction id and owner. */
export function contractAddressOf(txId: Uint8Array, owner: Uint8Array): Uint8Array {
  return fromInner(keccak256(concat(txId, owner)).subarray(12));
}

export const createSmartContract: Actuator = (value) => {
  const message = decodeMessage('CreateSmartContract', value);
  return {
    owner: message.owner_address,
    createsAccount: () => false,
    run: async (context) => {
      const { owner_address, new_contract } = message;
      if (new_contract === null) throw invalidContract('Cannot get CreateSmartContract from transaction');
      if (!equalBytes(owner_address, new_contract.origin_address)) {
        throw invalidContract('OwnerAddress is not equals OriginAddress');
      }
      if (Buffer.byteLength(new_contract.name) > 32)
        throw invalidContract("contractName's length cannot be greater than 32");
      const percent = new_contract.consume_user_resource_percent;
      if (percent < 0n || percent > 100n) throw invalidContract('percent must be >= 0 and <= 100');
      const contract = contractAddressOf(context.txId, owner_address);
      const contractHex = toHex(contract);
      if (findAccount(context.state, contractHex) !== undefined) {
        throw invalidContract(`Trying to create a contract with existing contract address: ${toBase58(contract)}`);
      }
      if (new_contract.call_value < 0n) throw invalidContract('callValue must be >= 0');
      if (message.call_token_value < 0n) throw invalidContract('tokenValue must be >= 0');
      if (new_contract.origin_energy_limit <= 0n) throw invalidContract('The originEnergyLimit must be > 0');
      checkTokenOfCall(message);
      const outcome = await runContract(context, {
        ownerHex: toHex(owner_address),
        contractHex,
        creates: true,
        data: new_contract.bytecode,
        valueSun: new_contract.call_value,
      });
      if (outcome.contractResult === 'SUCCESS') {
        putContract(context.state, contractHex, {
          ...new_contract,
          contract_address: contract,
          trx_hash: context.txId,
          code_hash: keccak256(getCode(context.state, contractHex)),
        });
      }
      return outcome;
    },
  };
};
