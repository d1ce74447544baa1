import { Trans } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import type { DecisionStatement } from '@tern/contracts/decision';
import type { QuestionView } from '@tern/contracts/routes/console-access';
import { signByPasskey } from '@tern/passkeys/sign-by-passkey';
import { Button } from '@tern/ui/button';
import { useEffect, useId, useRef } from 'react';
import type { api } from '../api.ts';
import { StatementFacts } from './statement-facts.tsx';
import { useTitle } from './statement-texts.ts';
import './signing.css';

/** A passkey's signature over a decision. */
export type Proof = Parameters<typeof api.work.takeHouseStep>[0]['proof'];

/** One decision in the words that are signed: everything in the statement, and nothing beside it. */
export function ConfirmDecision(props: {
  question: QuestionView;
  statement: DecisionStatement;
  answer: (proof: Proof | undefined) => void;
}) {
  const { question, statement, answer } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const title = useTitle(statement);
  useEffect(() => {
    if (dialog.current?.open === false) dialog.current.showModal();
  }, []);
  const sign = useMutation({
    mutationFn: () => signByPasskey(question),
    onSuccess: (passkey) => answer(passkey === undefined ? undefined : { ceremonyId: question.ceremonyId, passkey }),
  });
  return (
    <dialog
      ref={dialog}
      className="signing"
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        if (!sign.isPending) answer(undefined);
      }}
    >
      <h2 id={titleId} tabIndex={-1}>
        {title}
      </h2>
      <StatementFacts statement={statement} />
      <details>
        <summary>
          <Trans>Exact text you sign</Trans>
        </summary>
        <p className="mono signing-text">{question.statement}</p>
      </details>
      <footer className="cluster wrap">
        <Button kind="quiet" disabled={sign.isPending} onClick={() => answer(undefined)}>
          <Trans>Cancel</Trans>
        </Button>
        <Button busy={sign.isPending} onClick={() => sign.mutate()}>
          <Trans>Sign with your passkey</Trans>
        </Button>
      </footer>
      {sign.isError ? (
        <p role="alert" className="danger">
          <Trans>The passkey could not be used. Try again.</Trans>
        </p>
      ) : null}
    </dialog>
  );
}
