import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { makePasskey } from '@tern/passkeys/make-passkey';
import { Button } from '@tern/ui/button';
import { useId, useState } from 'react';
import { api } from '../../shared/api.ts';
import { useOperator } from '../../shared/operator.ts';
import { problemText } from '../../shared/problem-texts.ts';
import { useSign } from '../../shared/signing/signing.tsx';

const keysAtMost = 3;

type Outcome = 'added' | 'closed' | 'known' | 'not-made';

/** Makes a further key of one's own, and has a present one sign for it. */
export function AddKey({ live }: { live: number }) {
  const { t } = useLingui();
  const hintId = useId();
  const [name, setName] = useState('');
  const add = useAdd(name.trim(), () => setName(''));
  const isFull = live >= keysAtMost;
  const said: Readonly<Record<Outcome, string>> = {
    added: t`Added. Sign in with it once, and keep it in another place than the first.`,
    closed: t`Not signed; nothing was changed.`,
    known: t`This key belongs to an operator already.`,
    'not-made': t`No passkey was made.`,
  };
  return (
    <form
      className="operators-form"
      onSubmit={(event) => {
        event.preventDefault();
        add.mutate();
      }}
    >
      <h3>
        <Trans>Add a key</Trans>
      </h3>
      <p className="ink-2">
        <Trans>
          Up to three. First the browser makes the new key, then you sign for it with one you have. The administrators
          are told. For three days it decides about no money.
        </Trans>
      </p>
      <label>
        <Trans>Name of the new key</Trans>
        <input
          className="input"
          value={name}
          maxLength={40}
          disabled={isFull}
          aria-describedby={hintId}
          onChange={({ target }) => setName(target.value)}
        />
      </label>
      <small id={hintId} className="ink-2">
        {isFull ? (
          <Trans>You have three keys already. Remove one first.</Trans>
        ) : (
          <Trans>Such as “YubiKey in the safe”.</Trans>
        )}
      </small>
      <div>
        <Button kind="quiet" type="submit" busy={add.isPending} disabled={isFull || name.trim() === ''}>
          <Trans>Make the key</Trans>
        </Button>
      </div>
      {add.error === null && add.data === undefined ? null : (
        <small role="status" className={add.data === 'added' ? 'ink-2' : 'danger'}>
          {add.data === undefined ? problemText(add.error) : said[add.data]}
        </small>
      )}
    </form>
  );
}

function useAdd(name: string, onAdded: () => void) {
  const queries = useQueryClient();
  const { name: operator } = useOperator();
  const sign = useSign();
  return useMutation({
    mutationFn: async (): Promise<Outcome> => {
      const begun = await api.operators.beginKey({});
      const { ceremonyId, userId: id, known } = begun;
      const passkey = await makePasskey({
        ...begun,
        user: { id, name: operator },
        known: known.map((key) => ({ id: key })),
      });
      if (passkey === undefined) return 'not-made';
      if (passkey === 'known') return 'known';
      const said = { name, ceremonyId, passkey };
      const proof = await sign(await api.operators.askKey(said));
      if (proof === undefined) return 'closed';
      await api.operators.addKey({ said, proof });
      return 'added';
    },
    onSuccess: (outcome) => (outcome === 'added' ? onAdded() : undefined),
    onSettled: () => queries.invalidateQueries(),
  });
}
