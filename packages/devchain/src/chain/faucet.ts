import { contractAddressOf } from '../actuators/create-smart-contract.ts';
import { encodeArguments, encodeCall } from '../contracts/encode-call.ts';
import { oddTokenArtifact } from '../contracts/odd-tokens.ts';
import type { OddTokenHabit } from '../contracts/odd-tokens.ts';
import { concat, fromHex } from '../crypto/bytes.ts';
import { parseMessage } from '../json/parse-message.ts';
import type { ChainCore } from './core.ts';
import { sendContract } from './send.ts';
import { hashTransaction } from './transaction.ts';
import type { TransactionRecord } from './types.ts';

const feeLimitSun = 10_000_000_000n;

/** Sends `amountSun` from the faucet in a real, signed transaction. To be called inside `core.exclusively`. */
export async function faucetTrx(core: ChainCore, address: Uint8Array, amountSun: bigint): Promise<TransactionRecord> {
  const { faucet } = core.identity;
  const message = { owner_address: faucet.address, to_address: address, amount: amountSun };
  return sendContract(core, faucet, { name: 'TransferContract', message });
}

/** Sends token units from the faucet by a call of the token's `transfer`. To be called inside `core.exclusively`. */
export async function faucetToken(
  core: ChainCore,
  token: Uint8Array,
  address: Uint8Array,
  units: bigint,
): Promise<TransactionRecord> {
  const { faucet } = core.identity;
  const message = {
    owner_address: faucet.address,
    contract_address: token,
    data: encodeCall('transfer(address,uint256)', [address, units]),
  };
  return sendContract(core, faucet, { name: 'TriggerSmartContract', message, feeLimitSun });
}

export type OddTokenDraft = {
  readonly habit: OddTokenHabit;
  readonly name: string;
  readonly symbol: string;
  readonly decimals: number;
  /** Base units, all of them the faucet's. */
  readonly supply: bigint;
};

/** Deploys a token that does not behave. To be called inside `core.exclusively`. */
export async function deployOddToken(
  core: ChainCore,
  draft: OddTokenDraft,
): Promise<{ readonly record: TransactionRecord; readonly contract: Uint8Array }> {
  const { faucet } = core.identity;
  const { abi, bytecode } = oddTokenArtifact(draft.habit);
  const values = [draft.name, draft.symbol, BigInt(draft.decimals), draft.supply];
  const new_contract = parseMessage('SmartContract', { abi: { entrys: abi }, name: draft.habit }, false);
  const record = await sendContract(core, faucet, {
    name: 'CreateSmartContract',
    message: {
      owner_address: faucet.address,
      new_contract: {
        ...new_contract,
        origin_address: faucet.address,
        bytecode: concat(fromHex(bytecode), encodeArguments(values)),
        consume_user_resource_percent: 100n,
        origin_energy_limit: 10_000_000n,
      },
    },
    feeLimitSun,
  });
  return { record, contract: contractAddressOf(hashTransaction(record.transaction), faucet.address) };
}
