import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { Form } from '@tern/ui/form';
import { Alert } from '@tern/ui/notice';
import { AppBar, Page } from '@tern/ui/page';
import { showToast } from '@tern/ui/toast';
import { api } from '../../../shared/api.ts';
import { BackButton } from '../../../shared/back-button.tsx';
import { formatDateTime } from '../../../shared/format-time.ts';
import { paths } from '../../../shared/paths.ts';
import { boundFactors } from '../shared/bound-factors.ts';
import {
  emptyPresentFactor,
  findPresentFactorFault,
  isPresentFactorProblem,
  toPresentFactor,
  type PresentFactorDraft,
} from '../shared/present-factor.ts';
import { PresentFactorFields } from '../shared/present-factor-fields.tsx';
import { accountQuery } from '../../../shared/queries.ts';
import { useProblemForm } from '../../../shared/use-problem-form.ts';
import { AlreadySet } from '../shared/already-set.tsx';
import '../shared/factors.css';

/** Somebody said that every factor is lost: whoever still has one stops it here. */
function FactorResetPage() {
  const { t } = useLingui();
  const { data: account } = useSuspenseQuery(accountQuery);
  const { factorReset: reset } = account;
  return (
    <Page gap="large" bar={<AppBar title={t`Authenticator removal`} back={<BackButton fallback={paths.my} />} />}>
      {reset === null ? (
        <AlreadySet title={<Trans>No open request</Trans>} action={null}>
          <p>
            <Trans>Nobody has requested the removal of your authenticator.</Trans>
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
      On {started}, somebody with your login password reported all sign-in methods lost. We will remove the
      authenticator on {ready} at the earliest, once two of our team members have agreed. Agreed so far: {approvals}.
      You can use your money as before.
    </Trans>
  );
}

function CancelForm() {
  const { t } = useLingui();
  const queries = useQueryClient();
  const { data: account } = useSuspenseQuery(accountQuery);
  const kinds = [...boundFactors(account), ...(account.factors.tradePassword ? (['trade-password'] as const) : [])];
  const sending = useMutation({
    mutationFn: ({ factor }: { factor: PresentFactorDraft }) =>
      api.protection.cancelFactorReset({ factor: toPresentFactor(factor) }),
    onSuccess: (changed) => {
      showToast(t`Stopped. The authenticator stays`);
      queries.setQueryData(accountQuery.queryKey, changed);
    },
  });
  const form = useProblemForm({
    start: () => ({ factor: emptyPresentFactor('authenticator') }),
    findFaults: ({ factor }) => ({ factor: findPresentFactorFault(factor) }),
    fields: (problem) => (isPresentFactorProblem(problem) ? 'factor' : undefined),
    sending,
    submit: sending.mutate,
  });
  const { factor } = form.draft;
  return (
    <Form form={form} action={<Trans>Stop it</Trans>}>
      <div className="stack gap-2">
        <h2 className="title-2">
          <Trans>Do you still have a sign-in method?</Trans>
        </h2>
        <p className="ink-2">
          <Trans>Any sign-in method you still have stops the removal at once.</Trans>
        </p>
      </div>
      <PresentFactorFields
        kinds={kinds}
        draft={factor}
        error={form.errorOf('factor')}
        onChange={(changes) => {
          form.uncheck();
          form.change({ factor: { ...factor, ...changes } });
        }}
      />
    </Form>
  );
}

export { FactorResetPage as Component };
