import type { PersonId, WalletId } from '@tern/base/ids';
import type { AssetId } from '@tern/money/asset';
import type { TronAddress } from '@tern/tron/address';
import { isZeroAddress } from '@tern/tron/zero-address';
import { readReceiver, screenAddress, type ReceiverFacts, type Screening } from '../../chain/addresses/public.ts';
import { askAnyNode } from '../../chain/orders/public.ts';
import type { WalletOwner } from '../../people/wallets/public.ts';
import type { SendingDeps } from './deps.ts';
import type { SendFacts } from './send-facts.ts';

export type Examination = {
  readonly screening: Screening;
  /** The wallet here with this address. */
  readonly wallet: WalletOwner | undefined;
  /** What the chain says; undefined when no node answered or the chain was not asked. */
  readonly facts: ReceiverFacts | undefined;
};

/**
 * Collects all there is to know about a receive address, with what the database knows of it. The chain is asked only about
 * addresses outside of this installation, and only so often per person: each question costs the nodes several calls. Throws
 * `TOO_MANY_REQUESTS`.
 */
export async function examineAddress(
  { chain, limitQuestions }: Pick<SendingDeps, 'chain' | 'limitQuestions'>,
  { owner, isHouse, sentTo, own, book }: Pick<SendFacts, 'owner' | 'isHouse' | 'sentTo' | 'own' | 'book'>,
  input: {
    readonly personId: PersonId;
    readonly walletId: WalletId;
    readonly assetId: AssetId;
    readonly address: TronAddress;
  },
): Promise<Examination> {
  const { personId, walletId, assetId, address } = input;
  const outside = owner === undefined && !isHouse && !isZeroAddress(address);
  if (outside) await limitQuestions(personId);
  const facts = outside
    ? await askAnyNode(chain.nodes, (node) => readReceiver({ node, contracts: chain.contracts }, { assetId, address }))
    : undefined;
  const screening = screenAddress({
    sender: { personId, walletId },
    assetId,
    address,
    wallet: owner,
    isHouse,
    sentTo,
    own,
    book,
    contracts: chain.contracts,
    facts,
  });
  return { screening, wallet: owner, facts };
}
