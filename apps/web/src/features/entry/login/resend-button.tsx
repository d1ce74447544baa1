import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { Button } from '@tern/ui/button';
import { showToast } from '@tern/ui/toast';
import { useState } from 'react';
import { problemText } from '../../../shared/problem-texts.ts';
import { readProblem } from '../../../shared/read-problem.ts';
import { useCountdown } from '../../../shared/use-countdown.ts';

/** Sends a code again, once the wait is over. `send` answers the seconds to wait before the next one. */
export function ResendButton(props: { firstWaitSeconds: number; send: () => Promise<number> }) {
  const { t } = useLingui();
  const [untilMs, setUntilMs] = useState(() => Date.now() + props.firstWaitSeconds * 1000);
  const seconds = useCountdown(untilMs);
  const resend = useMutation({
    mutationFn: props.send,
    onSuccess: (waitSeconds) => {
      setUntilMs(Date.now() + waitSeconds * 1000);
      showToast(t`A new code is on its way`);
    },
    onError: (error) => {
      const problem = readProblem(error);
      if (problem.code === 'CODE_RESEND_TOO_SOON') setUntilMs(Date.now() + problem.data.retryAfterSeconds * 1000);
    },
  });
  const problem = resend.error ? readProblem(resend.error) : undefined;
  return (
    <div className="stack">
      <Button kind="text" small busy={resend.isPending} disabled={seconds > 0} onClick={() => resend.mutate()}>
        {seconds > 0 ? <Trans>Resend code in {seconds} s</Trans> : <Trans>Resend code</Trans>}
      </Button>
      {problem && problem.code !== 'CODE_RESEND_TOO_SOON' ? (
        <p className="caption danger center" role="alert">
          {problemText(problem)}
        </p>
      ) : null}
    </div>
  );
}
