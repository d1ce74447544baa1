import { Trans } from '@lingui/react/macro';
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../shared/api.ts';
import { boundFactors } from '../shared/bound-factors.ts';
import { accountQuery } from '../../../shared/queries.ts';
import { AfterChangeNote } from '../shared/after-change-note.tsx';
import { BindKey, type Binding } from './bind-key.tsx';
import { DownloadStep } from './download-step.tsx';
import { ProofForm, type GivenProof } from '../shared/proof-form.tsx';
import { StepHead } from '../shared/step-head.tsx';

/** The first authenticator or another one: get an app, then give it the key and enter a code of it. */
export function BindAuthenticator(props: { onBound: (recoveryCodes: readonly string[]) => void }) {
  const queries = useQueryClient();
  const { data: account } = useSuspenseQuery(accountQuery);
  const [isChange] = useState(account.factors.authenticator);
  const [hasApp, setHasApp] = useState(isChange);
  const [binding, setBinding] = useState<Binding>();
  const beginning = useMutation({
    mutationFn: (proof: GivenProof) => api.identity.beginAuthenticator(proof),
    onSuccess: setBinding,
  });

  if (!hasApp) return <DownloadStep onNext={() => setHasApp(true)} />;
  if (binding !== undefined)
    return (
      <BindKey
        binding={binding}
        onBound={(changed, codes) => {
          props.onBound(codes);
          queries.setQueryData(accountQuery.queryKey, changed);
        }}
        onStartAgain={() => {
          beginning.reset();
          setBinding(undefined);
        }}
      />
    );
  return (
    <>
      <StepHead step={2} total={2} title={<Trans>Confirm it’s you</Trans>}>
        {isChange ? (
          <AfterChangeNote />
        ) : (
          <p>
            <Trans>
              Before we show the key, confirm it’s you with your login password and a code, so that nobody else sees it.
            </Trans>
          </p>
        )}
      </StepHead>
      <ProofForm
        purpose="bind-authenticator"
        send={() => api.identity.sendFactorCode({ purpose: 'bind-authenticator' })}
        factors={boundFactors(account)}
        sending={beginning}
        submitLabel={<Trans>Show key</Trans>}
        onSubmit={(proof) => beginning.mutate(proof)}
      />
    </>
  );
}
