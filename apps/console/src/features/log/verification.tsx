import { Trans } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { Button } from '@tern/ui/button';
import { api } from '../../shared/api.ts';
import { problemText } from '../../shared/problem-texts.ts';

/** Asks whether every row of the log is still what was written. */
export function Verification() {
  const verify = useMutation({ mutationFn: () => api.log.verifyLog() });
  const { data } = verify;
  return (
    <div className="cluster wrap">
      <p role="status">
        {verify.isError ? (
          <span className="danger">{problemText(verify.error)}</span>
        ) : data === undefined ? null : data.fault === null ? (
          <span className="positive">
            <Trans>All {data.head.seq} rows are as they were written.</Trans>
          </span>
        ) : (
          <span className="danger">
            <Trans>Row {data.fault.seq} is not as it was written.</Trans>
          </span>
        )}
      </p>
      <Button kind="quiet" busy={verify.isPending} onClick={() => verify.mutate()}>
        <Trans>Verify</Trans>
      </Button>
    </div>
  );
}
