import { Trans } from '@lingui/react/macro';
import { Chip } from '@tern/ui/chip';
import { ClockIcon } from '@tern/ui/inside-icons';
import { Alert } from '@tern/ui/notice';
import { restoredTimesMs, useConnected } from '../connection.ts';
import { formatDuration } from '../format-time.ts';
import { formatReadAt } from './format-read-at.ts';
import { useMinute } from './use-minute.ts';

/** What is shown of a query; those of TanStack fit. */
export type ReadQuery = { readonly dataUpdatedAt: number; readonly error: unknown };

/** Whether what stands on the screen is not what the server says now: it could not be read again, or is from an earlier visit. */
export function useIsOutdated({ dataUpdatedAt, error }: ReadQuery): boolean {
  const connected = useConnected();
  return dataUpdatedAt > 0 && (!connected || error !== null || restoredTimesMs.has(dataUpdatedAt));
}

/** How old what stands on the screen is, where it is not what the server says now; nothing else. */
export function OutdatedNote({ query }: { query: ReadQuery }) {
  const isOutdated = useIsOutdated(query);
  const connected = useConnected();
  const nowMs = useMinute();
  if (!isOutdated) return null;
  if (connected && query.error !== null) {
    const time = formatReadAt(query.dataUpdatedAt, nowMs);
    return (
      <Alert kind="warning">
        <Trans>Network error, try again later. This is as of {time}.</Trans>
      </Alert>
    );
  }
  const age = formatDuration((nowMs - query.dataUpdatedAt) / 1000);
  return (
    <span>
      <Chip kind="waiting" icon={<ClockIcon size="xs" />}>
        <Trans>{age} old</Trans>
      </Chip>
    </span>
  );
}
