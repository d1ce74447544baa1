import { formatNumber } from '@tern/locales/format-number';
import { isMessageTextKey, messageText } from '@tern/locales/message-text';
import type { Asset, AssetId } from '@tern/money/asset';
import { formatAmountShown } from '@tern/money/format-amount';
import { unitsFromWire } from '@tern/money/units';

/** The kind of what leads to a request of a connected site; everything else leads to a message. */
export const siteRequestKind = 'site-request';

/** A message, or that a site asks for something, on its way to one device. */
export type Push = {
  /** Of the message, or of the request. */
  readonly messageId: string;
  readonly kind: string;
  readonly event: string;
  readonly asset: AssetId | null;
  readonly amount: string | null;
  /** Of a price that was waited for: both of one whole coin in this unit, plain decimals. */
  readonly targetPrice: string | null;
  readonly price: string | null;
  readonly priceUnit: string | null;
  /** When it happened. */
  readonly at: Date;
  readonly hideAmounts: boolean;
  /** What the person prefers to read. */
  readonly language: string | null;
};

/** What the service worker of the app shows; opening it leads to the message, or to what is named. */
export type PushText = {
  readonly id: string;
  readonly title: string;
  readonly body: string;
  readonly opens?: typeof siteRequestKind;
};

const hidden = '••••';

/**
 * The text for a lock screen, in the person's language: what changed about security is said inside the app alone, and
 * amounts where they may show.
 */
export function renderPush(push: Push, assets: Readonly<Record<AssetId, Asset>>): PushText {
  const [title, body] = [`push-${push.event}.title`, `push-${push.event}.body`];
  const values = valuesOf(push, assets);
  const [shownTitle, shownBody] =
    values !== undefined && isMessageTextKey(title) && isMessageTextKey(body)
      ? ([title, body] as const)
      : (['push-other.title', 'push-other.body'] as const);
  return {
    id: push.messageId,
    title: messageText(push.language, shownTitle, values),
    body: messageText(push.language, shownBody, values),
    ...(push.kind === siteRequestKind ? { opens: siteRequestKind } : {}),
  };
}

/** What fills the text; undefined where the text is to say nothing. */
function valuesOf(push: Push, assets: Readonly<Record<AssetId, Asset>>): Readonly<Record<string, string>> | undefined {
  const { kind, asset, amount, targetPrice, price, priceUnit, language } = push;
  if (kind === siteRequestKind) return {};
  if (asset === null) return undefined;
  const { decimals, symbol } = assets[asset];
  if (targetPrice !== null && price !== null && priceUnit !== null) {
    const unit = Object.values(assets).find(({ id }) => id === priceUnit)?.symbol ?? priceUnit.toUpperCase();
    const at = `${push.at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
    // What everybody can know about a price is no amount of the person's.
    const inUnit = (plain: string): string => `${formatNumber(language, plain)} ${unit}`;
    return { asset: symbol, target: inUnit(targetPrice), price: inUnit(price), at };
  }
  if (amount === null) return undefined;
  const shown = push.hideAmounts ? hidden : formatNumber(language, formatAmountShown(unitsFromWire(amount), decimals));
  return { amount: `${shown} ${symbol}` };
}
