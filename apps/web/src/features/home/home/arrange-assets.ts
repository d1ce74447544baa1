import type { AssetSettings } from '@tern/contracts/routes/home';
import type { BalanceView } from '@tern/contracts/routes/wallets';

/** One of the currency unit, in its base units. */
const smallBelow = 1_000_000n;

/** Whether an asset has gone from here: closed, and nothing of it held. Of what is held nothing is ever left out for that. */
export function isGone({ closing, posted }: Pick<BalanceView, 'closing' | 'posted'>): boolean {
  return closing?.closed === true && posted === '0';
}

type Listed = { balance: Pick<BalanceView, 'assetId' | 'value'> };

/** Assets in the person's own order. */
export function orderAssets<Item extends Listed>(items: readonly Item[], settings: AssetSettings): readonly Item[] {
  const place = ({ balance }: Item) => {
    const at = settings.firstOnes.indexOf(balance.assetId);
    return at === -1 ? settings.firstOnes.length : at;
  };
  return items.toSorted((one, other) => place(one) - place(other));
}

/** Whether the person's list leaves an asset out. One without a price is never small: nobody knows what it is worth. */
export function isLeftOut({ balance }: Listed, { hidden, hideSmall }: AssetSettings): boolean {
  if (hidden.includes(balance.assetId)) return true;
  return hideSmall && balance.value !== null && BigInt(balance.value) < smallBelow;
}

/** The order with one asset moved up by one. */
export function moveUp<Id extends string>(order: readonly Id[], id: Id): Id[] {
  const at = order.indexOf(id);
  const before = order[at - 1];
  if (before === undefined) return [...order];
  return order.with(at - 1, id).with(at, before);
}
