import { ErrorState } from '@tern/ui/error-state';
import { useRevalidator, useRouteError } from 'react-router';
import { problemText } from '../shared/problem-texts.ts';

/** A page that could not be opened, with the way to try again. */
export function PageFault() {
  const { revalidate, state } = useRevalidator();
  return (
    <main>
      <ErrorState
        note={problemText(useRouteError())}
        retrying={state === 'loading'}
        onRetry={() => void revalidate()}
      />
    </main>
  );
}
