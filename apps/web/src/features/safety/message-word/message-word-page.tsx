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
      showToast(changed.word === null ? t`Word taken away` : t`Word set`);
      queries.setQueryData(accountQuery.queryKey, changed);
      goOn();
    },
  });
  const isRefused = setting.error !== null && readProblem(setting.error).code === 'WORD_UNFIT';
  return (
    <Page gap="large" bar={<AppBar title={t`Word for messages`} back={<BackButton fallback={paths.my} />} />}>
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
          <StepHead step={2} total={2} title={<Trans>Is it you?</Trans>}>
            {chosen === null ? (
              <Trans>Our messages then begin with no word.</Trans>
            ) : (
              <Trans>
                Our messages then begin with “<bdi>{chosen}</bdi>”. The one about this change bears the former word.
              </Trans>
            )}
          </StepHead>
          <ProofForm
            send={() => api.identity.sendFactorCode({ purpose: 'set-word' })}
            factors={boundFactors(account)}
            sending={setting}
            submitLabel={chosen === null ? <Trans>Take the word away</Trans> : <Trans>Set the word</Trans>}
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
            <Trans>Take the word away</Trans>
          </Button>
        )
      }
    >
      <StepHead step={1} total={2} title={<Trans>Know our messages</Trans>}>
        <Trans>
          Choose a word nobody else would think of. Every mail and text message of ours to you begins with it. One
          without it is not from us.
        </Trans>
      </StepHead>
      <TextField
        label={t`Your word`}
        name="message-word"
        autoComplete="off"
        autoCapitalize="none"
        maxLength={40}
        hint={t`Letters and spaces, for example two words of your own. Do not use a password.`}
        {...form.text('word')}
      />
    </Form>
  );
}

export { MessageWordPage as Component };
