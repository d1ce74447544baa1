import type { PersonId, WalletId } from '@tern/base/ids';
import type { AssetId } from '@tern/money/asset';
import type { TronAddress } from '@tern/tron/address';
import { isZeroAddress } from '@tern/tron/zero-address';
import { readReceiver, screenAddress, type ReceiverFacts, type Screening } from '../../chain/addresses/public.ts';
import { askAnyNode } from '../../chain/orders/public.ts';
import { listAddressEntries } from '../../people/address-book/public.ts';
import { findWalletByAddress, listPersonWallets, listPooledAmong, type Wallet } from '../../people/wallets/public.ts';
import type { SendingDeps } from './deps.ts';
import { isHotAddress, listSentTo } from './withdrawal-store.ts';

export type Examination = {
  readonly screening: Screening;
  /** The wallet here with this address. */
  readonly wallet: Wallet | undefined;
  /** What the chain says; undefined when no node answered or the chain was not asked. */
  readonly facts: ReceiverFacts | undefined;
};

/**
 * Collects all there is to know about a receive address. The chain is asked only about addresses outside of this
 * installation, and only so often per person: each question costs the nodes several calls. Throws `TOO_MANY_REQUESTS`.
 */
export async function examineAddress(
  { db, chain, limitQuestions }: Pick<SendingDeps, 'db' | 'chain' | 'limitQuestions'>,
  input: {
    readonly personId: PersonId;
    readonly walletId: WalletId;
    readonly assetId: AssetId;
    readonly address: TronAddress;
  },
): Promise<Examination> {
  const { personId, walletId, assetId, address } = input;
  const [wallet, pooled, isHot, sentTo, own, book] = await Promise.all([
    findWalletByAddress(db.kysely, address),
    listPooledAmong(db.kysely, [address]),
    isHotAddress(db.kysely, address),
    listSentTo(db.kysely, personId),
    listPersonWallets(db.kysely, personId),
    listAddressEntries(db.kysely, personId),
  ]);
  // An address that waits in the pool is nobody's yet: what is sent there would belong to the house.
  const isHouse = isHot || (wallet === undefined && pooled.length > 0);
  const outside = wallet === undefined && !isHouse && !isZeroAddress(address);
  if (outside) await limitQuestions(personId);
  const facts = outside
    ? await askAnyNode(chain.nodes, (node) => readReceiver({ node, contracts: chain.contracts }, { assetId, address }))
    : undefined;
  const screening = screenAddress({
    sender: { personId, walletId },
    assetId,
    address,
    wallet,
    isHouse,
    sentTo,
    own: own.map((each) => each.address),
    book,
    contracts: chain.contracts,
    facts,
  });
  return { screening, wallet, facts };
}
