import type { PersonId, WalletId } from '@tern/base/ids';
import { problem } from '@tern/contracts/problem';
import type { VerdictView } from '@tern/contracts/routes/transfers';
import type { AssetId } from '@tern/money/asset';
import { unitsToWire } from '@tern/money/units';
import { parseAddress, type TronAddress } from '@tern/tron/address';
import type { ReceiverClass } from '../../chain/addresses/public.ts';
import { getOwnWallet } from '../../people/wallets/public.ts';
import type { SendingDeps } from './deps.ts';
import { examineAddress } from './examine-address.ts';
import { findRuleRefusal } from './find-rule-refusal.ts';
import { quoteFee } from './quote-fee.ts';

export type AddressReport = {
  readonly address: TronAddress;
  readonly settlement: 'chain' | 'internal';
  readonly receiverClass: ReceiverClass;
  readonly verdicts: VerdictView[];
  /** What the sender's own rules have against it. */
  readonly ownRule: { readonly code: 'ADDRESS_NOT_LISTED' | 'ADDRESS_WAITING'; readonly until: string | null } | null;
  readonly fee: string | null;
};

/**
 * What is known about a receive address while it is typed, and the fee. Throws `ADDRESS_REQUIRED`,
 * `ADDRESS_INVALID`, `NOT_FOUND`, `TOO_MANY_REQUESTS`.
 */
export async function checkAddress(
  deps: Pick<SendingDeps, 'db' | 'chain' | 'terms' | 'limitQuestions'>,
  input: { readonly personId: PersonId; readonly walletId: WalletId; readonly assetId: AssetId; readonly to: string },
): Promise<AddressReport> {
  const wallet = await getOwnWallet(deps.db.kysely, input.personId, input.walletId);
  const address = readAddress(input.to);
  const examination = await examineAddress(deps, { ...input, walletId: wallet.id, address });
  const { settlement, receiverClass, ownMove, verdicts } = examination.screening;
  const refused = verdicts.some(({ severity }) => severity === 'refusal');
  const ruled = ownMove ? undefined : await findRuleRefusal(deps.db.kysely, { personId: input.personId, address });
  const { sending: terms } = await deps.terms.getCurrent(deps.db.kysely);
  const asked = { ...examination, assetId: input.assetId, walletId: wallet.id, address, terms };
  const fee = refused ? undefined : await quoteFee(deps, asked);
  return {
    address,
    settlement,
    receiverClass,
    verdicts: [...verdicts],
    ownRule: ruled === undefined ? null : { code: ruled.code, until: ruled.data?.until ?? null },
    fee: fee === undefined ? null : unitsToWire(fee),
  };
}

/** The address a person gave. Surrounding spaces come from copying and mean nothing. */
export function readAddress(text: string): TronAddress {
  const parsed = parseAddress(text.trim());
  if ('address' in parsed) return parsed.address;
  throw parsed.fault === 'empty' ? problem('ADDRESS_REQUIRED') : problem('ADDRESS_INVALID', { fault: parsed.fault });
}
