import type { AssetId } from '@tern/money/asset';
import { TronWeb, utils } from 'tronweb';
import type { ChainControl } from './chain-control.ts';
import { until } from './until.ts';

/** Somebody outside the product: an unmodified tronweb with its own key. */
export type OutsideWallet = {
  readonly address: string;
  /** Signs and sends a real transaction; resolves with its id once a node has taken it. */
  readonly pay: (to: string, assetId: AssetId, amount: bigint) => Promise<string>;
};

export type Contracts = Readonly<Record<'usdt' | 'reward', string>>;

/** A new key; `funds` are given to it by the local chain and in a block when this resolves. */
export async function openOutsideWallet(
  { chain, contracts }: { readonly chain: ChainControl; readonly contracts: Contracts },
  funds: Readonly<Partial<Record<AssetId, bigint>>>,
): Promise<OutsideWallet> {
  const { address, privateKey } = utils.accounts.generateAccount();
  const tronWeb = new TronWeb({ ...chain.hosts, privateKey });
  for (const [assetId, amount] of Object.entries(funds) as [AssetId, bigint][]) {
    const txId = await chain.give(address.base58, assetId, amount);
    await until('the funds of an outside wallet', async () => {
      const info = (await tronWeb.trx.getUnconfirmedTransactionInfo(txId)) as { readonly blockNumber?: number };
      return info.blockNumber;
    });
  }
  const build = async (to: string, assetId: AssetId, amount: bigint) => {
    if (assetId === 'trx') return await tronWeb.transactionBuilder.sendTrx(to, Number(amount), address.base58);
    const { transaction } = await tronWeb.transactionBuilder.triggerSmartContract(
      contracts[assetId],
      'transfer(address,uint256)',
      { feeLimit: 100_000_000 },
      [
        { type: 'address', value: to },
        { type: 'uint256', value: String(amount) },
      ],
      address.base58,
    );
    return transaction;
  };
  return {
    address: address.base58,
    pay: async (to, assetId, amount) => {
      const signed = await tronWeb.trx.sign(await build(to, assetId, amount));
      const answer = await tronWeb.trx.sendRawTransaction(signed);
      if (!answer.result) throw new Error(`the node refuses an outside payment: ${JSON.stringify(answer)}`);
      return signed.txID;
    },
  };
}

/** An address nobody has used, so that it is not activated on the chain. */
export function freshAddress(): string {
  return utils.accounts.generateAccount().address.base58;
}

/** What an address holds in the irreversible chain, asked with tronweb and not with the product's own client. */
export async function solidBalance(
  { chain, contracts }: { readonly chain: ChainControl; readonly contracts: Contracts },
  address: string,
  assetId: AssetId,
): Promise<bigint> {
  const tronWeb = new TronWeb(chain.hosts);
  if (assetId === 'trx') return BigInt(await tronWeb.trx.getBalance(address));
  const { constant_result: [word] = [] } = await tronWeb.transactionBuilder.triggerConstantContract(
    contracts[assetId],
    'balanceOf(address)',
    { confirmed: true },
    [{ type: 'address', value: address }],
    address,
  );
  if (word === undefined) throw new Error(`no balance of ${address}`);
  return BigInt(`0x${word}`);
}
