import { Trans } from '@lingui/react/macro';
import { Alert } from '@tern/ui/notice';
import { readProblem } from '../../../shared/read-problem.ts';
import { Refusal } from '../../../shared/refusal.tsx';

/** Why something with a site failed: it may be switched off as a whole. */
export function SiteRefusal({ error }: { error: unknown }) {
  if (error === null) return null;
  if (readProblem(error).code !== 'UNAVAILABLE') return <Refusal error={error} />;
  return (
    <Alert kind="danger" announce>
      <Trans>Sites can’t be connected right now. Nothing was connected and nothing was signed.</Trans>
    </Alert>
  );
}
