import { isUuid } from '@tern/base/ids';
import { looksLikeContact } from '@tern/contracts/looks-like-contact';
import { readRecordNumber, type NumberedRecord } from '@tern/contracts/record-number';
import { usernameIn } from '@tern/contracts/username';
import { assetIds, type AssetId } from '@tern/money/asset';
import { parseAmount } from '@tern/money/parse-amount';
import type { Units } from '@tern/money/units';
import { parseAddress } from '@tern/tron/address';

export type SearchedAssets = Readonly<Record<AssetId, { readonly decimals: number; readonly symbol: string }>>;
export type SearchedAmount = { readonly assetId: AssetId; readonly amount: Units };

/** What an operator typed, as far as it can be told by its form alone. */
export type TypedSearch =
  | { readonly as: 'transaction'; readonly txId: string }
  | { readonly as: 'address'; readonly address: string }
  | { readonly as: 'id'; readonly id: string }
  | { readonly as: 'record-number'; readonly record: NumberedRecord }
  | { readonly as: 'username'; readonly username: string }
  | { readonly as: 'journal'; readonly journalId: string }
  /** Eight digits are the number of an account where there is one, and else an amount. */
  | { readonly as: 'number'; readonly publicId: string; readonly amounts: readonly SearchedAmount[] }
  | { readonly as: 'amount'; readonly amounts: readonly SearchedAmount[] }
  | { readonly as: 'contact' }
  | { readonly as: 'nothing' };

/** Reads what was typed to look for something. Never throws: what has no form of these is `nothing`. */
export function readSearch(typed: string, assets: SearchedAssets): TypedSearch {
  const text = typed.normalize('NFKC').trim();
  const hash = /^(?:0x)?([0-9a-f]{64})$/i.exec(text)?.[1];
  if (hash !== undefined) return { as: 'transaction', txId: hash.toLowerCase() };
  const parsed = parseAddress(text);
  if ('address' in parsed) return { as: 'address', address: parsed.address };
  if (isUuid(text.toLowerCase())) return { as: 'id', id: text.toLowerCase() };
  const record = readRecordNumber(text);
  if (record !== undefined) return { as: 'record-number', record };
  // The number that the books show. Longer ones no journal has, and the database could not read all of them.
  const journalId = /^J-([1-9]\d{0,17})$/i.exec(text)?.[1];
  if (journalId !== undefined) return { as: 'journal', journalId };
  const amounts = readAmounts(text, assets);
  if (/^[1-9]\d{7}$/.test(text)) return { as: 'number', publicId: text, amounts };
  if (amounts.length > 0) return { as: 'amount', amounts };
  if (text.startsWith('@')) {
    const username = usernameIn(text);
    return username === undefined ? { as: 'nothing' } : { as: 'username', username };
  }
  return looksLikeContact(text) ? { as: 'contact' } : { as: 'nothing' };
}

/** `310`, `310.5 USDT` or `310 usdt`: of one coin, or of each that has so many decimals. */
function readAmounts(text: string, assets: SearchedAssets): readonly SearchedAmount[] {
  const [, number = '', coin] = /^(\S+)(?:\s+(\S+))?$/.exec(text) ?? [];
  return assetIds.flatMap((assetId) => {
    const { decimals, symbol } = assets[assetId];
    if (coin !== undefined && ![assetId, symbol.toLowerCase()].includes(coin.toLowerCase())) return [];
    const parsed = parseAmount(number, decimals);
    return 'units' in parsed && parsed.units > 0n ? [{ assetId, amount: parsed.units }] : [];
  });
}
