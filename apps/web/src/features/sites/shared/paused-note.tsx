import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Alert } from '@tern/ui/notice';
import { statusQuery } from '../../../shared/status-query.ts';

/** Whether operators have stopped everything with sites. */
export function useArePaused(): boolean {
  const { i18n } = useLingui();
  const { data } = useQuery(statusQuery(i18n.locale));
  return data?.services.some(({ service, state }) => service === 'connections' && state === 'stopped') === true;
}

/** That they have, while they have. */
export function PausedNote() {
  if (!useArePaused()) return null;
  return (
    <Alert kind="info">
      <Trans>
        Connections to sites are paused right now. Nothing will be connected or signed until they resume. Your money is
        safe, and everything else works as usual.
      </Trans>
    </Alert>
  );
}
