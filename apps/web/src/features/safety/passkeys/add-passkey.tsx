import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { makePasskey } from '@tern/passkeys/make-passkey';
import { Button } from '@tern/ui/button';
import { Alert } from '@tern/ui/notice';
import { showToast } from '@tern/ui/toast';
import { api } from '../../../shared/api.ts';
import { keepAnswer } from '../../../shared/keep-answer.ts';
import { boundFactors } from '../shared/bound-factors.ts';
import { accountQuery } from '../../../shared/queries.ts';
import { Refusal } from '../../../shared/refusal.tsx';
import { ProofForm, type GivenProof } from '../shared/proof-form.tsx';
import { passkeysQuery } from './passkey-queries.ts';

type Begun = Awaited<ReturnType<typeof api.protection.beginPasskey>>;

/** Asks for the proofs, then has the device make the passkey: browsers want a press of their own for that. */
export function AddPasskey(props: { onDone: () => void; onBack: () => void }) {
  const { data: account } = useSuspenseQuery(accountQuery);
  const beginning = useMutation({ mutationFn: (proof: GivenProof) => api.protection.beginPasskey(proof) });
  if (beginning.data !== undefined) return <MakePasskey {...props} begun={beginning.data} />;
  return (
    <>
      <div className="stack gap-2">
        <h2 className="title-2">
          <Trans>Add a passkey</Trans>
        </h2>
        <p className="ink-2">
          <Trans>First confirm it’s you. Then your device asks you to unlock it.</Trans>
        </p>
      </div>
      <ProofForm
        purpose="add-passkey"
        send={() => api.identity.sendFactorCode({ purpose: 'add-passkey' })}
        factors={boundFactors(account)}
        sending={beginning}
        submitLabel={<Trans>Continue</Trans>}
        onSubmit={(proof) => beginning.mutate(proof)}
      />
    </>
  );
}

function MakePasskey({ begun, onDone, onBack }: { begun: Begun; onDone: () => void; onBack: () => void }) {
  const { t } = useLingui();
  const queries = useQueryClient();
  const making = useMutation({
    mutationFn: async () => {
      const passkey = await makePasskey(begun);
      if (passkey === undefined || passkey === 'known') return passkey ?? ('closed' as const);
      return api.protection.addPasskey({ ceremonyId: begun.ceremonyId, name: '', passkey });
    },
    onSuccess: async (result) => {
      if (typeof result === 'string') return;
      showToast(t`Passkey added`);
      await keepAnswer(queries, passkeysQuery.queryKey, result);
      void queries.invalidateQueries({ queryKey: accountQuery.queryKey });
      onDone();
    },
  });
  return (
    <div className="stack gap-5">
      <div className="stack gap-2">
        <h2 className="title-2">
          <Trans>Continue on your device</Trans>
        </h2>
        <p className="ink-2">
          <Trans>It asks for your fingerprint, face or screen lock. None of this leaves the device.</Trans>
        </p>
      </div>
      <Refusal error={making.error} />
      {making.data === 'closed' ? (
        <Alert kind="info" announce>
          <Trans>No passkey was created. You can try again.</Trans>
        </Alert>
      ) : making.data === 'known' ? (
        <Alert kind="info" announce>
          <Trans>This device already has a passkey for your account.</Trans>
        </Alert>
      ) : null}
      {making.error !== null || making.data === 'known' ? (
        <Button block onClick={onBack}>
          <Trans>Back to passkeys</Trans>
        </Button>
      ) : (
        <Button block busy={making.isPending} onClick={() => making.mutate()}>
          <Trans>Create passkey</Trans>
        </Button>
      )}
    </div>
  );
}
