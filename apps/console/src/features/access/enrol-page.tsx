import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { makePasskey } from '@tern/passkeys/make-passkey';
import { Bird } from '@tern/ui/bird';
import { Button } from '@tern/ui/button';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { api } from '../../shared/api.ts';
import { operatorQuery } from '../../shared/operator.ts';
import { problemText } from '../../shared/problem-texts.ts';
import './access.css';

/** Where an invitation leads: makes the passkey it is for. The invitation itself stands after the hash of the address. */
export function EnrolPage() {
  const { t } = useLingui();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const needsCode = new URLSearchParams(location.search).get('with') === 'code';
  const [code, setCode] = useState('');
  const enrol = useMutation({
    mutationFn: async () => {
      const invitation = { token: location.hash.slice(1), ...(needsCode ? { code } : {}) };
      const begun = await api.access.beginEnrolment(invitation);
      const { userId: id, name, known } = begun;
      const passkey = await makePasskey({ ...begun, user: { id, name }, known: known.map((key) => ({ id: key })) });
      if (passkey === undefined || passkey === 'known') return passkey;
      await api.access.finishEnrolment({ ...invitation, ceremonyId: begun.ceremonyId, passkey });
      return 'done';
    },
    onSuccess: async (outcome) => {
      if (outcome !== 'done') return;
      await queries.fetchQuery({ ...operatorQuery, staleTime: 0 });
      await navigate('/', { replace: true });
    },
  });
  const note =
    enrol.data === 'known'
      ? t`This key belongs to an operator already.`
      : enrol.isSuccess && enrol.data === undefined
        ? t`No passkey was made.`
        : null;
  return (
    <main className="access">
      <Bird size={48} />
      <h1>
        <Trans>Enrol your passkey</Trans>
      </h1>
      <p className="ink-2">
        <Trans>
          It is the only way in, and it signs each of your decisions. Make it on a device that nobody else unlocks. This
          link works once.
        </Trans>
      </p>
      {needsCode ? (
        <label className="access-code">
          <Trans>Code from the administrator who invited you</Trans>
          <input
            className="input mono"
            dir="ltr"
            value={code}
            maxLength={60}
            autoCapitalize="characters"
            autoComplete="off"
            spellCheck={false}
            onChange={({ target }) => setCode(target.value)}
          />
        </label>
      ) : null}
      <Button busy={enrol.isPending} disabled={needsCode && code.trim() === ''} onClick={() => enrol.mutate()}>
        <Trans>Make the passkey</Trans>
      </Button>
      <p role="alert" className="danger">
        {enrol.isError ? problemText(enrol.error) : note}
      </p>
    </main>
  );
}
