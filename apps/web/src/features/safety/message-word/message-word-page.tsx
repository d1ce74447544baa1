import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { Button } from '@tern/ui/button';
import { Form } from '@tern/ui/form';
import { AppBar, Page } from '@tern/ui/page';
import { TextField } from '@tern/ui/text-field';
import { showToast } from '@tern/ui/toast';
import type { Sending } from '@tern/ui/use-form';
import { useState } from 'react';
import { api } from '../../../shared/api.ts';
import { BackButton } from '../../../shared/back-button.tsx';
import { paths } from '../../../shared/paths.ts';
import { boundFactors } from '../shared/bound-factors.ts';
import { accountQuery } from '../../../shared/queries.ts';
import { readProblem } from '../../../shared/read-problem.ts';
import { useProblemForm } from '../../../shared/use-problem-form.ts';
import '../shared/factors.css';
import { ProofForm, type GivenProof } from '../shared/proof-form.tsx';
import { StepHead } from '../shared/step-head.tsx';
import { useGoOn } from '../shared/use-go-on.ts';

/** Chooses the word that every mail and text message of ours begins with. */
function MessageWordPage() {
  const { t } = useLingui();
  const queries = useQueryClient();
  const { data: account } = useSuspenseQuery(accountQuery);
  const { goOn } = useGoOn();
  const [chosen, setChosen] = useState<string | null>();
  const setting = useMutation({
    mutationFn: (given: GivenProof & { word: string | null }) => api.protection.setWord(given),
    onSuccess: (changed) => {
      showToast(changed.word === null ? t`Phrase removed` : t`Phrase set`);
      queries.setQueryData(accountQuery.queryKey, changed);
      goOn();
    },
  });
  const isRefused = setting.error !== null && readProblem(setting.error).code === 'WORD_UNFIT';
  return (
    <Page gap="large" bar={<AppBar title={t`Anti-phishing phrase`} back={<BackButton fallback={paths.my} />} />}>
      {chosen === undefined || isRefused ? (
        <WordForm
          present={account.word}
          sending={setting}
          onChosen={(word) => {
            setting.reset();
            setChosen(word);
          }}
        />
      ) : (
        <>
          <StepHead step={2} total={2} title={<Trans>Confirm it’s you</Trans>}>
            {chosen === null ? (
              <Trans>Our messages will no longer begin with a phrase.</Trans>
            ) : (
              <Trans>
                Our messages will begin with “<bdi>{chosen}</bdi>”. The message about this change still has the old
                phrase.
              </Trans>
            )}
          </StepHead>
          <ProofForm
            purpose="set-word"
            send={() => api.identity.sendFactorCode({ purpose: 'set-word' })}
            factors={boundFactors(account)}
            sending={setting}
            submitLabel={chosen === null ? <Trans>Remove phrase</Trans> : <Trans>Set phrase</Trans>}
            onSubmit={(proof) => setting.mutate({ ...proof, word: chosen })}
          />
        </>
      )}
    </Page>
  );
}

function WordForm(props: {
  present: string | null;
  /** The change of a later step, which may have refused the word that was chosen. */
  sending: Sending;
  onChosen: (word: string | null) => void;
}) {
  const { t } = useLingui();
  const form = useProblemForm({
    start: { word: props.present ?? '' },
    findFaults: ({ word }) => {
      const letters = [...word.trim()].length;
      return { word: letters < 4 || letters > 24 ? t`Use 4 to 24 letters and spaces` : undefined };
    },
    fields: { WORD_UNFIT: 'word' },
    sending: props.sending,
    submit: ({ word }) => props.onChosen(word),
  });
  return (
    <Form
      form={form}
      action={<Trans>Continue</Trans>}
      below={
        props.present === null ? null : (
          <Button kind="text" block onClick={() => props.onChosen(null)}>
            <Trans>Remove phrase</Trans>
          </Button>
        )
      }
    >
      <StepHead step={1} total={2} title={<Trans>How to recognise our messages</Trans>}>
        <Trans>
          Choose a phrase nobody else would think of. Every e-mail and text message we send you begins with it. A
          message without it is not from us.
        </Trans>
      </StepHead>
      <TextField
        label={t`Your phrase`}
        name="message-word"
        autoComplete="off"
        autoCapitalize="none"
        maxLength={40}
        hint={t`Letters and spaces, for example two words of your choice. Do not use a password.`}
        {...form.text('word')}
      />
    </Form>
  );
}

export { MessageWordPage as Component };
