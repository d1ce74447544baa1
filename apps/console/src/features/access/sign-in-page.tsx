import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { signByPasskey } from '@tern/passkeys/sign-by-passkey';
import { Bird } from '@tern/ui/bird';
import { Button } from '@tern/ui/button';
import { useNavigate, useSearchParams } from 'react-router';
import { api } from '../../shared/api.ts';
import { operatorQuery } from '../../shared/operator.ts';
import { problemText } from '../../shared/problem-texts.ts';
import './access.css';

/** The one way in: a passkey. */
export function SignInPage() {
  const { t } = useLingui();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [search] = useSearchParams();
  const signIn = useMutation({
    mutationFn: async () => {
      const begun = await api.access.beginSignIn({});
      const passkey = await signByPasskey(begun);
      if (passkey === undefined) return false;
      await api.access.signIn({ ceremonyId: begun.ceremonyId, passkey });
      return true;
    },
    onSuccess: async (done) => {
      if (!done) return;
      await queries.fetchQuery({ ...operatorQuery, staleTime: 0 });
      const to = search.get('to') ?? '/';
      await navigate(to.startsWith('/') && !to.startsWith('//') ? to : '/', { replace: true });
    },
  });
  return (
    <main className="access">
      <Bird size={48} />
      <h1>
        <Trans>Operator console</Trans>
      </h1>
      <p className="ink-2">
        <Trans>Sign in with the passkey that was enrolled for you.</Trans>
      </p>
      <Button busy={signIn.isPending} onClick={() => signIn.mutate()}>
        <Trans>Sign in with a passkey</Trans>
      </Button>
      <p role="alert" className="danger">
        {signIn.isError ? problemText(signIn.error) : signIn.data === false ? t`No passkey was used.` : null}
      </p>
    </main>
  );
}
