import { Trans } from '@lingui/react/macro';
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { api } from '../../../shared/api.ts';
import { boundFactors } from '../shared/bound-factors.ts';
import { accountQuery } from '../../../shared/queries.ts';
import { ProofForm, type GivenProof } from '../shared/proof-form.tsx';

/** Ten new recovery codes in place of the former ones. */
export function RenewRecoveryCodes(props: { onRenewed: (codes: readonly string[]) => void }) {
  const queries = useQueryClient();
  const { data: account } = useSuspenseQuery(accountQuery);
  const renewing = useMutation({
    mutationFn: (proof: GivenProof) => api.identity.renewRecoveryCodes(proof),
    onSuccess: ({ recoveryCodes }) => {
      props.onRenewed(recoveryCodes);
      void queries.invalidateQueries({ queryKey: accountQuery.queryKey });
    },
  });
  return (
    <>
      <div className="stack gap-2">
        <h2 className="title-2">
          <Trans>New recovery codes</Trans>
        </h2>
        <p className="ink-2">
          <Trans>You get ten new codes. The old ones, saved or lost, stop working.</Trans>
        </p>
      </div>
      <ProofForm
        purpose="renew-recovery-codes"
        send={() => api.identity.sendFactorCode({ purpose: 'renew-recovery-codes' })}
        factors={boundFactors(account)}
        sending={renewing}
        submitLabel={<Trans>Create new codes</Trans>}
        onSubmit={(proof) => renewing.mutate(proof)}
      />
    </>
  );
}
