import { receiverKind } from '@tern/contracts/receiver-kind';
import { paths } from '../../../shared/paths.ts';
import { decimal, oneOf, text, uuid } from '../../../shared/search-params.ts';
import type { FeeFrom, TransferForm } from './transfer-form.ts';

export const transferSearch = {
  coin: oneOf(['usdt', 'trx', 'reward'], undefined),
  to: text(200),
  amount: decimal,
  fee: oneOf<FeeFrom, FeeFrom>(['balance', 'amount'], 'balance'),
  memo: text(200),
  /** The wallet that pays; the default one where none is named. */
  wallet: uuid,
};

/** The page's own address with what was filled in, so that it is there again after a way round by another page. */
export function transferPathOf(
  form: Pick<TransferForm, 'assetId' | 'to' | 'amount' | 'feeFrom' | 'memo'>,
  {
    page = paths.transfer,
    walletId,
  }: { readonly page?: typeof paths.transfer | typeof paths.scan; readonly walletId?: string | undefined } = {},
): string {
  const query = new URLSearchParams({ coin: form.assetId });
  if (walletId !== undefined) query.set('wallet', walletId);
  // A page's address is kept in histories and logs: nobody's phone number or e-mail address belongs there.
  if (form.to !== '' && receiverKind(form.to) === 'address') query.set('to', form.to);
  if (form.amount !== '') query.set('amount', form.amount);
  if (form.feeFrom !== 'balance') query.set('fee', form.feeFrom);
  if (form.memo !== '') query.set('memo', form.memo);
  return `${page}?${query}`;
}
