import { formatNumber } from '@tern/locales/format-number';
import { isMessageTextKey, messageText } from '@tern/locales/message-text';
import type { Asset, AssetId } from '@tern/money/asset';
import { formatAmountShown } from '@tern/money/format-amount';
import { unitsFromWire } from '@tern/money/units';

/** A message on its way to one device. */
export type Push = {
  readonly messageId: string;
  readonly kind: string;
  readonly event: string;
  readonly asset: AssetId | null;
  readonly amount: string | null;
  readonly hideAmounts: boolean;
  /** What the person prefers to read. */
  readonly language: string | null;
};

/** What the service worker of the app shows; opening it leads to the message. */
export type PushText = { readonly id: string; readonly title: string; readonly body: string };

const hidden = '••••';

/**
 * The text for a lock screen, in the person's language: what changed about security is said inside the app alone, and
 * amounts where they may show.
 */
export function renderPush(push: Push, assets: Readonly<Record<AssetId, Asset>>): PushText {
  const id = push.messageId;
  const [title, body] = [`push-${push.event}.title`, `push-${push.event}.body`];
  if (push.asset === null || push.amount === null || !isMessageTextKey(title) || !isMessageTextKey(body)) {
    return {
      id,
      title: messageText(push.language, 'push-other.title'),
      body: messageText(push.language, 'push-other.body'),
    };
  }
  const { decimals, symbol } = assets[push.asset];
  const shown = push.hideAmounts
    ? hidden
    : formatNumber(push.language, formatAmountShown(unitsFromWire(push.amount), decimals));
  const values = { amount: `${shown} ${symbol}` };
  return { id, title: messageText(push.language, title, values), body: messageText(push.language, body, values) };
}
