import { openChainControl } from '@tern/testkit/system/chain-control';
import {
  openOutsideWallet as openWallet,
  solidBalance,
  type Contracts,
  type OutsideWallet,
} from '@tern/testkit/system/outside-wallet';
import { devchainUrl } from '../installation.ts';
import type { AssetId } from './account.ts';

const chain = openChainControl(devchainUrl);

/** Somebody outside the product, with base units of coins from the chain's faucet. */
export async function openOutsideWallet(funds: Readonly<Partial<Record<AssetId, bigint>>>): Promise<OutsideWallet> {
  return await openWallet({ chain, contracts: await readContracts() }, funds);
}

/** What an address holds in the irreversible chain, in base units, asked with tronweb. */
export async function readChainBalance(address: string, assetId: AssetId): Promise<bigint> {
  return await solidBalance({ chain, contracts: await readContracts() }, address, assetId);
}

/** Number of the newest block of the chain. */
export async function readHeight(): Promise<number> {
  return (await chain.info()).height;
}

/** From now on the node shows nobody this transaction, in no block and by no id; what it did to balances stays. */
export async function concealFromNode(txId: string): Promise<void> {
  await chain.setFault({ kind: 'conceal', txId });
}

/** Everything of one token that ever arrived at an address in the irreversible chain, whatever left it since. */
export async function readTokensReceived(address: string, assetId: 'usdt' | 'reward'): Promise<bigint> {
  const contract = (await readContracts())[assetId];
  const transfers = await listIncoming(`${address}/transactions/trc20`, `&contract_address=${contract}`);
  return transfers.reduce((sum, transfer) => sum + BigInt(transfer['value'] as string), 0n);
}

/** All TRX that were ever sent to an address in the irreversible chain, in sun. */
export async function readTrxReceived(address: string): Promise<bigint> {
  const transactions = (await listIncoming(`${address}/transactions`)) as unknown as readonly TrxTransfer[];
  return transactions.reduce((sum, { raw_data: { contract } }) => {
    const [{ type, parameter }] = contract;
    return type === 'TransferContract' ? sum + BigInt(parameter.value.amount) : sum;
  }, 0n);
}

type TrxTransfer = {
  readonly raw_data: {
    readonly contract: readonly [{ readonly type: string; readonly parameter: { readonly value: { amount: number } } }];
  };
};

async function listIncoming(path: string, query = ''): Promise<readonly Record<string, unknown>[]> {
  const response = await fetch(`${devchainUrl}/v1/accounts/${path}?only_to=true&only_confirmed=true&limit=200${query}`);
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return ((await response.json()) as { readonly data: readonly Record<string, unknown>[] }).data;
}

/** The token contracts of the local chain. */
export async function readContracts(): Promise<Contracts> {
  const { contracts } = await chain.info();
  return { usdt: contracts.usdt.base58, reward: contracts.reward.base58 };
}
