import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import type { DecisionStatement } from '@tern/contracts/decision';
import type { QuestionView } from '@tern/contracts/routes/console-access';
import { signByPasskey } from '@tern/passkeys/sign-by-passkey';
import { Button } from '@tern/ui/button';
import type { api } from '../api.ts';
import { isOfWaiting } from './is-of-waiting.ts';
import { WhatHappensNext } from './next.tsx';
import { SigningSheet } from './signing-sheet.tsx';
import { StatementFacts } from './statement-facts.tsx';
import { useTitle } from './statement-texts.ts';
import type { WaitingPlace } from './waiting-place.tsx';

/** A passkey's signature over a decision. */
export type Proof = Parameters<typeof api.work.takeHouseStep>[0]['proof'];

/** One decision in the words that are signed: everything in the statement, and beside it only what follows from it. */
export function ConfirmDecision(props: {
  question: QuestionView;
  statement: DecisionStatement;
  place: WaitingPlace | undefined;
  answer: (proof: Proof | undefined) => void;
}) {
  const { t } = useLingui();
  const { question, statement, place, answer } = props;
  const title = useTitle(statement);
  const sign = useMutation({
    mutationFn: () => signByPasskey(question),
    onSuccess: (passkey) => answer(passkey === undefined ? undefined : { ceremonyId: question.ceremonyId, passkey }),
  });
  return (
    <SigningSheet
      title={title}
      place={place}
      busy={sign.isPending}
      out={isOfWaiting(statement) ? t`Decide later` : t`Cancel`}
      onOut={() => answer(undefined)}
      action={
        <Button block busy={sign.isPending} onClick={() => sign.mutate()}>
          <Trans>Sign with your passkey</Trans>
        </Button>
      }
      note={
        sign.isError ? (
          <p role="alert" className="danger">
            <Trans>The passkey could not be used. Try again.</Trans>
          </p>
        ) : null
      }
    >
      <StatementFacts statement={statement} />
      <WhatHappensNext statement={statement} />
      <details>
        <summary>
          <Trans>Exact text you sign</Trans>
        </summary>
        <p className="mono signing-text">{question.statement}</p>
      </details>
    </SigningSheet>
  );
}
