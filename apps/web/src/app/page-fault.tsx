import { Trans } from '@lingui/react/macro';
import { ErrorState } from '@tern/ui/error-state';
import { Page } from '@tern/ui/page';
import { RefusalHelp } from '@tern/ui/refusal-help';
import { useEffect } from 'react';
import { useNavigation, useRevalidator, useRouteError } from 'react-router';
import { ContactSupport } from '../shared/contact-support.tsx';
import { tellFailedPage } from './failed-page.ts';

const reload = () => location.reload();

/** In place of what did not load. */
export function PageFailure({ error, retrying = false }: { error: unknown; retrying?: boolean }) {
  useEffect(() => {
    // The person reads what to do; what broke is for whoever looks into the console.
    reportError(error);
    // Where the server has a newer version, this one may lack a part that is gone there: `update-note.tsx` looks.
    tellFailedPage();
  }, [error]);
  // Where it was the connection, the page opens by itself when there is one again.
  useEffect(() => {
    addEventListener('online', reload);
    return () => removeEventListener('online', reload);
  }, []);
  return (
    <ErrorState
      note={<Trans>Network error, try again later. Your money is safe.</Trans>}
      retrying={retrying}
      onRetry={reload}
    />
  );
}

/** A page that could not be opened: no answer, or a part of the app that did not load. */
export function PageFault() {
  const error = useRouteError();
  const revalidator = useRevalidator();
  const navigation = useNavigation();
  const retrying = revalidator.state === 'loading' || navigation.state !== 'idle';
  return (
    <div className="app">
      <Page>
        <RefusalHelp value={<ContactSupport />}>
          <PageFailure error={error} retrying={retrying} />
        </RefusalHelp>
      </Page>
    </div>
  );
}
