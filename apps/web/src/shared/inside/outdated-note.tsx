import { Trans } from '@lingui/react/macro';
import { Alert } from '@tern/ui/notice';
import { useState } from 'react';
import { formatClock, formatDateTime } from '../format-time.ts';

/** What stands on the screen could not be read again: it is as old as said here. */
export function OutdatedNote(props: { readAtMs: number }) {
  const [now] = useState(() => new Date());
  const readAt = new Date(props.readAtMs);
  const isToday = readAt.toDateString() === now.toDateString();
  const time = (isToday ? formatClock : formatDateTime)(readAt.toISOString());
  return (
    <Alert kind="warning">
      <Trans>Network error, try again later. This is as of {time}.</Trans>
    </Alert>
  );
}
