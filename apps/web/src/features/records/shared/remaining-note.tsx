import { Plural, Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { RecordView } from '@tern/contracts/routes/records';
import { NetworkDelay, useNetworkDelayed } from '../../../shared/inside/records/network-delay.tsx';
import { secondsLeft } from '../../../shared/inside/records/record-rules.ts';
import { receiveQuery } from '../../../shared/wallet-queries.ts';

/** How long the rest takes, where that can be said: not while blocks do not become final. */
export function RemainingNote(props: {
  record: Pick<RecordView, 'walletId' | 'direction'>;
  confirmations: NonNullable<RecordView['confirmations']>;
}) {
  const { record, confirmations } = props;
  const { data: terms } = useQuery(receiveQuery(record.walletId));
  const isDelayed = useNetworkDelayed(true);
  if (isDelayed) return <NetworkDelay center />;
  if (confirmations.seen >= confirmations.required) {
    return (
      <p className="caption center">
        <Trans>The network is finalizing the block.</Trans>
      </p>
    );
  }
  if (terms === undefined) return null;
  const seconds = Math.max(1, Math.ceil(secondsLeft(confirmations, terms)));
  return (
    <p className="caption center">
      {record.direction === 'in' ? (
        <Plural value={seconds} one="Yours in about # second" other="Yours in about # seconds" />
      ) : (
        <Plural value={seconds} one="Final in about # second" other="Final in about # seconds" />
      )}
    </p>
  );
}
