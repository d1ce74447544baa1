import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import type { PasskeyView } from '@tern/contracts/routes/protection';
import { Button } from '@tern/ui/button';
import { showToast } from '@tern/ui/toast';
import { api } from '../../../shared/api.ts';
import { keepAnswer } from '../../../shared/keep-answer.ts';
import { boundFactors } from '../shared/bound-factors.ts';
import { accountQuery } from '../../../shared/queries.ts';
import { AfterChangeNote } from '../shared/after-change-note.tsx';
import { ProofForm, type GivenProof } from '../shared/proof-form.tsx';
import { passkeysQuery } from './passkey-queries.ts';

/** Removes one passkey, after saying what follows. */
export function RemovePasskey(props: { passkey: PasskeyView; onDone: () => void; onBack: () => void }) {
  const { t } = useLingui();
  const queries = useQueryClient();
  const { data: account } = useSuspenseQuery(accountQuery);
  const { id: passkeyId, name } = props.passkey;
  const removing = useMutation({
    mutationFn: (proof: GivenProof) => api.protection.removePasskey({ ...proof, passkeyId }),
    onSuccess: async (list) => {
      showToast(t`Passkey removed`);
      await keepAnswer(queries, passkeysQuery.queryKey, list);
      void queries.invalidateQueries({ queryKey: accountQuery.queryKey });
      props.onDone();
    },
  });
  return (
    <>
      <div className="stack gap-2">
        <h2 className="title-2">
          <Trans>
            Remove <bdi>{name}</bdi>
          </Trans>
        </h2>
        <div className="ink-2">
          <AfterChangeNote />
        </div>
      </div>
      <ProofForm
        purpose="remove-passkey"
        send={() => api.identity.sendFactorCode({ purpose: 'remove-passkey' })}
        factors={boundFactors(account)}
        sending={removing}
        submitLabel={<Trans>Remove passkey</Trans>}
        onSubmit={(proof) => removing.mutate(proof)}
      />
      <Button kind="text" block onClick={props.onBack}>
        <Trans>Keep passkey</Trans>
      </Button>
    </>
  );
}
