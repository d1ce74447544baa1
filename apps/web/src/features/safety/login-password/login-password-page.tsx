import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { AppBar, Page } from '@tern/ui/page';
import { showToast } from '@tern/ui/toast';
import { useState } from 'react';
import { api } from '../../../shared/api.ts';
import { BackButton } from '../../../shared/back-button.tsx';
import { paths } from '../../../shared/paths.ts';
import { boundFactors } from '../shared/bound-factors.ts';
import { accountQuery } from '../../../shared/queries.ts';
import { readProblem } from '../../../shared/read-problem.ts';
import { AfterChangeNote } from '../shared/after-change-note.tsx';
import '../shared/factors.css';
import { NewPasswordForm } from './new-password-form.tsx';
import { ProofForm, type GivenProof } from '../shared/proof-form.tsx';
import { StepHead } from '../shared/step-head.tsx';
import { useGoOn } from '../shared/use-go-on.ts';

/** Changes the login password: the new one twice, then the proof that it is the person. */
function LoginPasswordPage() {
  const { t } = useLingui();
  const queries = useQueryClient();
  const { data: account } = useSuspenseQuery(accountQuery);
  const { goOn } = useGoOn();
  const [chosen, setChosen] = useState<string>();
  const changing = useMutation({
    mutationFn: (given: GivenProof & { password: string }) => api.identity.changeLoginPassword(given),
    onSuccess: (changed) => {
      showToast(t`Login password changed`);
      queries.setQueryData(accountQuery.queryKey, changed);
      goOn();
    },
  });
  const problem = changing.error ? readProblem(changing.error) : undefined;
  const isRefused = problem?.code.startsWith('PASSWORD_') === true;

  return (
    <Page gap="large" bar={<AppBar title={t`Login password`} back={<BackButton fallback={paths.my} />} />}>
      {chosen === undefined || isRefused ? (
        <NewPasswordForm
          sending={changing}
          onChosen={(password) => {
            changing.reset();
            setChosen(password);
          }}
        />
      ) : (
        <>
          <StepHead step={2} total={2} title={<Trans>Confirm it’s you</Trans>}>
            <AfterChangeNote />
          </StepHead>
          <ProofForm
            purpose="change-login-password"
            send={() => api.identity.sendFactorCode({ purpose: 'change-login-password' })}
            factors={boundFactors(account)}
            sending={changing}
            submitLabel={<Trans>Change login password</Trans>}
            onSubmit={(proof) => changing.mutate({ ...proof, password: chosen })}
          />
        </>
      )}
    </Page>
  );
}

export { LoginPasswordPage as Component };
