import { Trans } from '@lingui/react/macro';
import { Button } from '@tern/ui/button';
import { Alert } from '@tern/ui/notice';
import { useAskingAgain } from './use-asking-again.ts';

/** Nobody knows whether the request was carried out: the app repeats it, which is safe, and the person may as well. */
export function LostAnswer(props: { isPending: boolean; onRepeat: () => void }) {
  useAskingAgain(!props.isPending, props.onRepeat);
  return (
    <>
      <Alert kind="warning" announce>
        <Trans>
          We don’t know yet whether this went through. The app keeps checking. You can also try again here: it happens
          only once.
        </Trans>
      </Alert>
      <Button block busy={props.isPending} onClick={props.onRepeat}>
        <Trans>Try again</Trans>
      </Button>
    </>
  );
}
