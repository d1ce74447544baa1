import { Trans } from '@lingui/react/macro';
import { formatTime } from './format-time.ts';

/** That a file does not have all that is filtered, and how to get the rest. */
export function CutFile({
  cutAt,
  order,
  rowsMax,
}: {
  cutAt: string | null;
  order: 'newest' | 'oldest' | undefined;
  rowsMax: number;
}) {
  if (cutAt === null) return null;
  const rows = rowsMax.toLocaleString('en');
  const at = formatTime(cutAt);
  return (
    <p role="status" className="danger">
      {order === 'oldest' ? (
        <Trans>
          The file ends after {rows} rows, at {at}. For the rest, let the period begin on that day and download again:
          rows of that day are then in both files.
        </Trans>
      ) : (
        <Trans>
          The file ends after {rows} rows, at {at}. For the rest, let the period end on that day and download again:
          rows of that day are then in both files.
        </Trans>
      )}
    </p>
  );
}
