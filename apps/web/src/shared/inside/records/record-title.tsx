import { Trans } from '@lingui/react/macro';
import type { RecordView } from '@tern/contracts/routes/records';

/** What happened, in two words. */
export function RecordTitle(props: { record: Pick<RecordView, 'type'>; symbol: string }) {
  const { symbol } = props;
  switch (props.record.type) {
    case 'incoming':
      return <Trans>Received {symbol}</Trans>;
    case 'outgoing':
      return <Trans>Sent {symbol}</Trans>;
    case 'airdrop-reward':
      return <Trans>Airdrop reward</Trans>;
    case 'activation-reward':
      return <Trans>Activation bonus</Trans>;
    case 'swap':
      return <Trans>Swapped {symbol}</Trans>;
  }
}
