import { Trans } from '@lingui/react/macro';
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { Alert } from '@tern/ui/notice';
import { api } from '../../../shared/api.ts';
import { boundFactors } from '../shared/bound-factors.ts';
import { accountQuery } from '../../../shared/queries.ts';
import { AfterChangeNote } from '../shared/after-change-note.tsx';
import { ProofForm, type GivenProof } from '../shared/proof-form.tsx';

/** Takes the authenticator off, after saying what it costs. */
export function UnbindAuthenticator(props: { onDone: () => void }) {
  const queries = useQueryClient();
  const { data: account } = useSuspenseQuery(accountQuery);
  const unbinding = useMutation({
    mutationFn: (proof: GivenProof) => api.identity.unbindAuthenticator(proof),
    onSuccess: (changed) => {
      props.onDone();
      queries.setQueryData(accountQuery.queryKey, changed);
    },
  });
  return (
    <>
      <div className="stack gap-2">
        <h2 className="title-2">
          <Trans>Remove authenticator</Trans>
        </h2>
        <div className="ink-2">
          <AfterChangeNote />
        </div>
      </div>
      <Alert kind="warning">
        <Trans>Without an authenticator, you cannot send until you bind one again. You can still receive.</Trans>
      </Alert>
      <ProofForm
        purpose="unbind-authenticator"
        send={() => api.identity.sendFactorCode({ purpose: 'unbind-authenticator' })}
        factors={boundFactors(account)}
        sending={unbinding}
        submitLabel={<Trans>Remove authenticator</Trans>}
        onSubmit={(proof) => unbinding.mutate(proof)}
      />
    </>
  );
}
