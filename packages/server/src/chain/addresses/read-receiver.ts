import type { AssetId } from '@tern/money/asset';
import type { TronAddress } from '@tern/tron/address';
import { getAccount } from '@tern/tron/get-account';
import { getTokenBalance } from '@tern/tron/get-token-balance';
import { hasCode } from '@tern/tron/has-code';
import { isBlacklisted } from '@tern/tron/is-blacklisted';
import type { TronNode } from '@tern/tron/open-node';

/** The token contracts of this installation; TRX has none, and a token not issued on chain yet neither. */
export type TokenContracts = Readonly<Partial<Record<AssetId, TronAddress>>>;

/** What the chain knows about a receive address. */
export type ReceiverFacts = {
  readonly activated: boolean;
  readonly holdsToken: boolean;
  readonly isContract: boolean;
  readonly blacklisted: boolean;
};

export type ReceiverClass = 'internal' | 'holds-token' | 'no-token' | 'not-activated';

/** Asks one node about an address, for sending one asset. @throws NodeFault */
export async function readReceiver(
  { node, contracts }: { readonly node: TronNode; readonly contracts: TokenContracts },
  { assetId, address }: { readonly assetId: AssetId; readonly address: TronAddress },
): Promise<ReceiverFacts> {
  const contract = contracts[assetId];
  const [account, isContract, holdsToken, blacklisted] = await Promise.all([
    getAccount(node, { view: 'head', address }),
    hasCode(node, address),
    contract === undefined ? false : holds(node, contract, address),
    contract === undefined ? false : isBlacklisted(node, { contract, address }),
  ]);
  return {
    activated: account.activated,
    holdsToken: contract === undefined ? account.activated : holdsToken,
    isContract,
    blacklisted,
  };
}

async function holds(node: TronNode, contract: TronAddress, owner: TronAddress): Promise<boolean> {
  return (await getTokenBalance(node, { view: 'head', contract, owner })) > 0n;
}

/** The class that decides what a payment to the address costs. */
export function receiverClassOf(facts: ReceiverFacts): Exclude<ReceiverClass, 'internal'> {
  if (facts.holdsToken) return 'holds-token';
  return facts.activated ? 'no-token' : 'not-activated';
}
