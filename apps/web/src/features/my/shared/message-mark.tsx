import type { EntryNews, MessageView, RecordNews } from '@tern/contracts/routes/messages';
import { CircleCheckIcon, CircleXIcon, InfoIcon, ShieldAlertIcon } from '@tern/ui/icons';
import { ArrowDownLeftIcon, ArrowUpRightIcon, BellIcon, GiftIcon } from '@tern/ui/inside-icons';
import { Mark } from '@tern/ui/mark';
import type { ReactNode } from 'react';

const icons: Record<EntryNews | RecordNews, ReactNode> = {
  'entry-approved': <CircleCheckIcon />,
  'entry-rejected': <CircleXIcon />,
  received: <ArrowDownLeftIcon />,
  rewarded: <GiftIcon />,
  lost: <CircleXIcon />,
  sent: <ArrowUpRightIcon />,
  'send-failed': <CircleXIcon />,
  'review-approved': <CircleCheckIcon />,
  'review-rejected': <CircleXIcon />,
};

/** What a message is about, as a round mark. */
export function MessageMark(props: { message: MessageView }) {
  const { message } = props;
  if (message.about === 'announcement' || message.about === 'complaint') {
    return (
      <Mark kind="plain">
        <InfoIcon />
      </Mark>
    );
  }
  if (message.about === 'account') {
    return (
      <Mark kind="warning">
        <ShieldAlertIcon />
      </Mark>
    );
  }
  if (message.about === 'price') {
    return (
      <Mark kind="plain">
        <BellIcon />
      </Mark>
    );
  }
  if (message.about === 'bonus') {
    return (
      <Mark kind="plain">
        <GiftIcon />
      </Mark>
    );
  }
  const isGain = message.event === 'received' || message.event === 'rewarded';
  return <Mark kind={isGain ? 'brand' : 'plain'}>{icons[message.event]}</Mark>;
}
