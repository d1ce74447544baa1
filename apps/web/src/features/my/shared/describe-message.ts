import type { I18n, MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { InstallationView } from '@tern/contracts/routes/installation';
import type { EntryNews, MessageView, PriceNews, RecordNews } from '@tern/contracts/routes/messages';
import { bonusRefusalTexts } from '../../../shared/my+offers/bonus-refusal-texts.ts';
import { formatBalance, formatDecimal } from '../../../shared/format-amount.ts';
import { formatDateTime } from '../../../shared/format-time.ts';
import { getAsset } from '../../../shared/get-asset.ts';
import { unitSymbol } from '../../../shared/home+my/unit-symbol.ts';
import { reasonText } from '../../../shared/my+records/record-reason-texts.ts';
import { securityEventTexts } from './security-event-texts.ts';

type Texts = { title: MessageDescriptor; body: MessageDescriptor };

const entryTexts: Readonly<Record<EntryNews, Texts>> = {
  'entry-approved': {
    title: msg`Your entry was approved`,
    body: msg`You can claim {amount}. There is no deadline.`,
  },
  'entry-rejected': {
    title: msg`Your entry was not accepted`,
    body: msg`The activity shows the reviewer’s reason and whether you can submit it again.`,
  },
};

const recordTexts: Readonly<Record<RecordNews, Texts>> = {
  received: { title: msg`{amount} received`, body: msg`It is in your balance and ready to use.` },
  rewarded: { title: msg`Reward {amount}`, body: msg`It is in your balance and ready to use.` },
  lost: {
    title: msg`{amount} did not arrive`,
    body: msg`The network reversed the transfer before it was final. It had not reached your balance yet.`,
  },
  sent: { title: msg`{amount} sent`, body: msg`The network has confirmed it. It is final.` },
  'send-failed': {
    title: msg`{amount} came back`,
    body: msg`The transfer failed. The amount and the fee are in your balance.`,
  },
  'review-approved': {
    title: msg`{amount} approved`,
    body: msg`The review is complete and the transfer is on its way.`,
  },
  'review-rejected': {
    title: msg`{amount} not approved`,
    body: msg`The amount and the fee are in your balance. Write to us if you object.`,
  },
};

const sentInside: Texts = { title: recordTexts.sent.title, body: msg`It is in the receiver’s balance.` };

const complaintTexts: Texts = {
  title: msg`Your complaint was answered`,
  body: msg`Our answer and its reasons are below your complaint.`,
};

const securityBody = msg`If it was you, there is nothing to do. If not, set a new login password and log out the other devices.`;

const frozenBody = msg`The hold ends by itself after 30 days at most. Everything in the account stays yours, and no payment ends the hold sooner. Write to us if you object.`;
const endingBody = msg`Your account is on hold until {until}. Everything in it stays yours, and no payment ends the hold. Write to us if you object.`;
const operatorBody = msg`Our support did this. Nothing was changed in your name. Write to us if you did not expect it.`;
const byOperators: ReadonlySet<string> = new Set(['unfrozen', 'viewed-by-operator']);

const priceTitles: Readonly<Record<PriceNews, MessageDescriptor>> = {
  'price-above': msg`{asset} rose to {target}`,
  'price-below': msg`{asset} fell to {target}`,
};
const priceBody = msg`The price was {price} per {asset} on {at}.`;

const bonusTitle = msg`No activation bonus`;
const bonusBody = msg`Your deposit stays yours, and you can send it out at any time.`;

/** A message in the person's language. */
export function describeMessage(
  message: MessageView,
  { i18n, installation, hidden }: { i18n: I18n; installation: InstallationView; hidden: boolean },
): { title: string; body: string } {
  if (message.about === 'announcement') return { title: message.title, body: message.body };
  if (message.about === 'complaint') return { title: i18n._(complaintTexts.title), body: i18n._(complaintTexts.body) };
  if (message.about === 'account') {
    const { event, until } = message;
    const title = i18n._(securityEventTexts[event]);
    if (until !== undefined)
      return { title, body: i18n._({ ...endingBody, values: { until: formatDateTime(until) } }) };
    const body = event.startsWith('frozen-') ? frozenBody : byOperators.has(event) ? operatorBody : securityBody;
    return { title, body: i18n._(body) };
  }
  if (message.about === 'bonus') {
    return { title: i18n._(bonusTitle), body: `${i18n._(bonusRefusalTexts[message.reason])} ${i18n._(bonusBody)}` };
  }
  const asset = getAsset(installation, message.assetId);
  if (message.about === 'price') {
    const inUnit = (plain: string) => `${formatDecimal(plain)} ${unitSymbol(installation, message.unit)}`;
    const facts = { asset: asset.symbol, target: inUnit(message.target), price: inUnit(message.price) };
    const values = { ...facts, at: formatDateTime(message.createdAt) };
    return { title: i18n._({ ...priceTitles[message.event], values }), body: i18n._({ ...priceBody, values }) };
  }
  const shown = hidden ? '••••' : formatBalance(message.amount, asset.decimals);
  const { title, body } =
    message.about === 'activity'
      ? entryTexts[message.event]
      : message.inside === true
        ? sentInside
        : recordTexts[message.event];
  const values = { amount: `${shown} ${asset.symbol}` };
  const told = message.about === 'record' && message.reason !== undefined ? `${reasonText(message.reason)} ` : '';
  return { title: i18n._({ ...title, values }), body: told + i18n._({ ...body, values }) };
}
