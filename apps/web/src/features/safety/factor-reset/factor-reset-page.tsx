import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { Button } from '@tern/ui/button';
import { Alert } from '@tern/ui/notice';
import { AppBar, Page } from '@tern/ui/page';
import { showToast } from '@tern/ui/toast';
import { useRef, useState, type FormEvent } from 'react';
import { api } from '../../../shared/api.ts';
import { BackButton } from '../../../shared/back-button.tsx';
import { focusFirstFault } from '../../../shared/focus-first-fault.ts';
import { formatDateTime } from '../../../shared/format-time.ts';
import { paths } from '../../../shared/paths.ts';
import { boundFactors } from '../shared/bound-factors.ts';
import {
  emptyPresentFactor,
  findPresentFactorFault,
  isPresentFactorProblem,
  toPresentFactor,
} from '../shared/present-factor.ts';
import { PresentFactorFields } from '../shared/present-factor-fields.tsx';
import { problemText } from '../../../shared/problem-texts.ts';
import { accountQuery } from '../../../shared/queries.ts';
import { readProblem } from '../../../shared/read-problem.ts';
import { AlreadySet } from '../shared/already-set.tsx';
import '../shared/factors.css';

/** Somebody said that every factor is lost: whoever still has one stops it here. */
function FactorResetPage() {
  const { t } = useLingui();
  const { data: account } = useSuspenseQuery(accountQuery);
  const { factorReset: reset } = account;
  return (
    <Page
      gap="large"
      bar={<AppBar title={t`Authenticator to be taken off`} back={<BackButton fallback={paths.my} />} />}
    >
      {reset === null ? (
        <AlreadySet title={<Trans>Nothing is under way</Trans>} action={null}>
          <p>
            <Trans>Nobody asked for your authenticator to be taken off.</Trans>
          </p>
        </AlreadySet>
      ) : (
        <>
          <Alert kind="warning">
            <ResetFacts startedAt={reset.startedAt} readyAt={reset.readyAt} approvals={reset.approvals} />
          </Alert>
          <CancelForm />
        </>
      )}
    </Page>
  );
}

function ResetFacts(props: { startedAt: string; readyAt: string; approvals: number }) {
  const [started, ready] = [formatDateTime(props.startedAt), formatDateTime(props.readyAt)];
  const { approvals } = props;
  return (
    <Trans>
      On {started} somebody with your login password said that every factor is lost. The authenticator is taken off on{' '}
      {ready} at the earliest, once two of our people agreed; {approvals} did so far. Your money stays usable as before.
    </Trans>
  );
}

function CancelForm() {
  const { t, i18n } = useLingui();
  const queries = useQueryClient();
  const { data: account } = useSuspenseQuery(accountQuery);
  const form = useRef<HTMLFormElement>(null);
  const kinds = [...boundFactors(account), ...(account.factors.tradePassword ? (['trade-password'] as const) : [])];
  const [draft, setDraft] = useState(() => emptyPresentFactor('authenticator'));
  const [checked, setChecked] = useState(false);
  const cancelling = useMutation({
    mutationFn: () => api.protection.cancelFactorReset({ factor: toPresentFactor(draft) }),
    onSuccess: (changed) => {
      showToast(t`Stopped. The authenticator stays`);
      queries.setQueryData(accountQuery.queryKey, changed);
    },
  });
  const fault = findPresentFactorFault(draft);
  const problem = cancelling.error ? readProblem(cancelling.error) : undefined;
  const isFactorProblem = problem !== undefined && isPresentFactorProblem(problem);
  const error = isFactorProblem ? problemText(problem) : checked && fault ? i18n._(fault) : undefined;
  function submit(event: FormEvent) {
    event.preventDefault();
    setChecked(true);
    if (fault === undefined) cancelling.mutate();
    else focusFirstFault(form.current);
  }
  return (
    <form ref={form} className="stack gap-5" noValidate onSubmit={submit}>
      <div className="stack gap-2">
        <h2 className="title-2">
          <Trans>Do you still have a factor?</Trans>
        </h2>
        <p className="ink-2">
          <Trans>Any factor you still have stops it at once.</Trans>
        </p>
      </div>
      <PresentFactorFields
        kinds={kinds}
        draft={draft}
        error={error}
        onChange={(changes) => {
          cancelling.reset();
          setChecked(false);
          setDraft((current) => ({ ...current, ...changes }));
        }}
      />
      {problem && !isFactorProblem ? (
        <Alert kind="danger" announce>
          {problemText(problem)}
        </Alert>
      ) : null}
      <Button type="submit" block busy={cancelling.isPending}>
        <Trans>Stop it</Trans>
      </Button>
    </form>
  );
}

export { FactorResetPage as Component };
