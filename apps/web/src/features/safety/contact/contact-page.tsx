import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import type { AccountView } from '@tern/contracts/routes/identity';
import { Button } from '@tern/ui/button';
import { Facts } from '@tern/ui/facts';
import { AppBar, Page } from '@tern/ui/page';
import { TextField } from '@tern/ui/text-field';
import { showToast } from '@tern/ui/toast';
import { useRef, useState, type FormEvent } from 'react';
import { api } from '../../../shared/api.ts';
import { guessAreaCode } from '../../../shared/area-codes.ts';
import { BackButton } from '../../../shared/back-button.tsx';
import { focusFirstFault } from '../../../shared/focus-first-fault.ts';
import { paths } from '../../../shared/paths.ts';
import { boundFactors } from '../shared/bound-factors.ts';
import { problemText } from '../../../shared/problem-texts.ts';
import type { Problem } from '../../../shared/problem.ts';
import { accountQuery } from '../../../shared/queries.ts';
import { readProblem } from '../../../shared/read-problem.ts';
import { findTargetFault, toTargetInput, type TargetDraft } from '../../../shared/target-draft.ts';
import { TargetFields } from '../../../shared/target-fields.tsx';
import { AfterChangeNote } from '../shared/after-change-note.tsx';
import '../shared/factors.css';
import { ProofForm, type GivenProof } from '../shared/proof-form.tsx';
import { StepHead } from '../shared/step-head.tsx';
import { useGoOn } from '../shared/use-go-on.ts';

const targetProblems: readonly Problem['code'][] = [
  'PHONE_INVALID',
  'AREA_CODE_REQUIRED',
  'EMAIL_INVALID',
  'CONTACT_UNCHANGED',
  'ACCOUNT_TAKEN',
];

/** Another phone or e-mail, or a first one of its kind: codes from the old and the new one. */
function ContactPage() {
  const { t } = useLingui();
  const queries = useQueryClient();
  const { data: account } = useSuspenseQuery(accountQuery);
  const { goOn } = useGoOn();
  const [draft, setDraft] = useState<TargetDraft>(() => ({
    kind: account.account.kind,
    areaCode: guessAreaCode(),
    number: '',
    email: '',
  }));
  const [isChosen, setChosen] = useState(false);
  const [fresh, setFresh] = useState<{ challengeId: string; sentTo: string }>();
  const [newCode, setNewCode] = useState('');
  const [refusal, setRefusal] = useState<string>();
  const send = async () => {
    try {
      const sent = await api.protection.sendContactCodes({ target: toTargetInput(draft) });
      setFresh(sent.fresh);
      setNewCode('');
      return sent.present;
    } catch (error) {
      refuse(readProblem(error));
      throw error;
    }
  };
  function refuse(problem: Problem) {
    if (!targetProblems.includes(problem.code)) return;
    setRefusal(problemText(problem));
    setChosen(false);
    setFresh(undefined);
  }
  const changing = useMutation({
    mutationFn: (given: GivenProof) =>
      api.protection.changeContact({
        ...given,
        target: toTargetInput(draft),
        newChallengeId: fresh?.challengeId ?? '',
        newCode,
      }),
    onSuccess: (changed) => {
      showToast(draft.kind === 'phone' ? t`Phone number saved` : t`E-mail address saved`);
      queries.setQueryData(accountQuery.queryKey, changed);
      goOn();
    },
    onError: (error) => refuse(readProblem(error)),
  });
  const hasOne = account.contacts.some(({ kind }) => kind === draft.kind);
  const isComplete = fresh !== undefined && newCode.length === 6;

  return (
    <Page gap="large" bar={<AppBar title={t`Phone and e-mail`} back={<BackButton fallback={paths.my} />} />}>
      {isChosen ? (
        <>
          <StepHead step={2} total={2} title={<Trans>Is it you?</Trans>}>
            <AfterChangeNote />
          </StepHead>
          <ProofForm
            send={send}
            more={{
              isComplete,
              fields: (isChecked) => (
                <TextField
                  label={t`Code from the new one`}
                  name="new-code"
                  inputMode="numeric"
                  autoComplete="off"
                  ltr
                  value={newCode}
                  error={isChecked && newCode.length < 6 ? t`Enter the six digits of the code` : undefined}
                  hint={
                    fresh === undefined ? (
                      t`It is sent together with the other one.`
                    ) : (
                      <Trans>
                        Sent to <bdi dir="ltr">{fresh.sentTo}</bdi>.
                      </Trans>
                    )
                  }
                  onChange={(event) => {
                    changing.reset();
                    setNewCode(event.target.value.normalize('NFKC').replace(/\D/g, '').slice(0, 6));
                  }}
                />
              ),
            }}
            factors={boundFactors(account)}
            busy={changing.isPending}
            problem={changing.error ? readProblem(changing.error) : undefined}
            submitLabel={<Trans>Save it</Trans>}
            onChange={() => changing.reset()}
            onSubmit={(proof) => changing.mutate(proof)}
          />
        </>
      ) : (
        <>
          <StepHead
            step={1}
            total={2}
            title={hasOne ? <Trans>What do you change?</Trans> : <Trans>Add a second way to reach you</Trans>}
          >
            <Trans>
              You need codes from the one you have and from the new one. Both are told, and the link in either message
              undoes it for a week.
            </Trans>
          </StepHead>
          <PresentContacts contacts={account.contacts} />
          <NewContact
            draft={draft}
            refusal={refusal}
            onChange={(changed) => {
              setRefusal(undefined);
              changing.reset();
              setDraft(changed);
            }}
            onChosen={() => setChosen(true)}
          />
        </>
      )}
    </Page>
  );
}

function PresentContacts(props: { contacts: AccountView['contacts'] }) {
  return (
    <Facts
      ruled
      facts={props.contacts.map(({ kind, masked }) => ({
        key: kind,
        term: kind === 'phone' ? <Trans>Phone now</Trans> : <Trans>E-mail now</Trans>,
        value: <bdi dir="ltr">{masked}</bdi>,
      }))}
    />
  );
}

function NewContact(props: {
  draft: TargetDraft;
  refusal: string | undefined;
  onChange: (draft: TargetDraft) => void;
  onChosen: () => void;
}) {
  const { i18n } = useLingui();
  const form = useRef<HTMLFormElement>(null);
  const [checked, setChecked] = useState(false);
  const fault = findTargetFault(props.draft);
  function submit(event: FormEvent) {
    event.preventDefault();
    setChecked(true);
    if (fault === undefined && props.refusal === undefined) props.onChosen();
    else focusFirstFault(form.current);
  }
  return (
    <form ref={form} className="stack gap-5" noValidate onSubmit={submit}>
      <TargetFields
        draft={props.draft}
        error={props.refusal ?? (checked && fault ? i18n._(fault) : undefined)}
        onChange={(changed) => {
          if (changed.kind !== props.draft.kind) setChecked(false);
          props.onChange(changed);
        }}
      />
      <Button type="submit" block>
        <Trans>Continue</Trans>
      </Button>
    </form>
  );
}

export { ContactPage as Component };
