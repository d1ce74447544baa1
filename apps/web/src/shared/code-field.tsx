import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { Button } from '@tern/ui/button';
import { TextField } from '@tern/ui/text-field';
import { useState } from 'react';
import './code-field.css';
import { DevelopmentInboxHint } from './development-inbox-hint.tsx';
import { problemText } from './problem-texts.ts';
import { readCode } from './read-code.ts';
import { readProblem } from './read-problem.ts';
import { useCountdown } from './use-countdown.ts';

/** What whoever asked for a code is told about its sending. */
export type Challenge = { challengeId: string; resendAfterSeconds: number; sentTo: string; delayed: boolean };

/** The code from phone or e-mail, with the button that sends it and the wait before the next one. */
export function CodeField(props: {
  value: string;
  error: string | undefined;
  /** False again when the phone or e-mail was changed after sending. */
  wasSent: boolean;
  /** Checks the phone or e-mail before sending. */
  canSend: () => boolean;
  send: () => Promise<Challenge>;
  onSent: (challengeId: string) => void;
  onChange: (value: string) => void;
}) {
  const { t } = useLingui();
  const [waitUntilMs, setWaitUntilMs] = useState<number | null>(null);
  const seconds = useCountdown(waitUntilMs);
  const sending = useMutation({
    mutationFn: props.send,
    onSuccess: (challenge) => {
      setWaitUntilMs(Date.now() + challenge.resendAfterSeconds * 1000);
      props.onSent(challenge.challengeId);
    },
    onError: (error) => {
      const problem = readProblem(error);
      if (problem.code === 'CODE_RESEND_TOO_SOON') setWaitUntilMs(Date.now() + problem.data.retryAfterSeconds * 1000);
    },
  });
  const problem = sending.error ? readProblem(sending.error) : undefined;
  // No fault of the person: the code they have still counts, and the wait goes by.
  const isSoon = problem?.code === 'CODE_RESEND_TOO_SOON';
  const sent = props.wasSent ? sending.data : undefined;
  return (
    <div className="stack gap-2">
      <TextField
        label={t`Verification code`}
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        ltr
        value={props.value}
        error={problem && !isSoon ? problemText(problem) : props.error}
        hint={isSoon ? soonText(seconds) : sent && <SentNote sent={sent} />}
        onChange={(event) => props.onChange(readCode(event.target.value))}
        suffix={
          <span className="code-field-send">
            <Button
              kind="text"
              small
              busy={sending.isPending}
              disabled={seconds > 0}
              onClick={() => {
                if (props.canSend()) sending.mutate();
              }}
            >
              {seconds > 0 ? (
                <Trans>Resend in {seconds} s</Trans>
              ) : props.wasSent ? (
                <Trans>Resend code</Trans>
              ) : (
                <Trans>Send code</Trans>
              )}
            </Button>
          </span>
        }
      />
      {sent === undefined ? null : <DevelopmentInboxHint />}
    </div>
  );
}

/** That a code was sent a moment ago, and when the next one can be; nothing once it can. */
function soonText(seconds: number): string | undefined {
  if (seconds === 0) return undefined;
  return problemText({ code: 'CODE_RESEND_TOO_SOON', data: { retryAfterSeconds: seconds } });
}

/** Where the code went, and how long that may take. */
function SentNote({ sent: { sentTo, delayed } }: { sent: Challenge }) {
  return delayed ? (
    <Trans>
      Messages are delayed right now, so the code to <bdi dir="ltr">{sentTo}</bdi> may take longer. If it doesn’t arrive
      within 10 minutes, request a new one.
    </Trans>
  ) : (
    <Trans>
      Sent to <bdi dir="ltr">{sentTo}</bdi>. It is valid for 10 minutes.
    </Trans>
  );
}
