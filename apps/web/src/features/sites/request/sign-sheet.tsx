import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { AccountView } from '@tern/contracts/routes/identity';
import { Button } from '@tern/ui/button';
import { Sheet } from '@tern/ui/sheet';
import { useState } from 'react';
import { useLocation } from 'react-router';
import { api } from '../../../shared/api.ts';
import type { FactorPage } from '../../../shared/factor-path.ts';
import { Host } from '../../../shared/inside/host.tsx';
import { LazyMissingFactorSheet } from '../../../shared/inside/lazy-missing-factor-sheet.ts';
import { FactorEntry, factorLength, type EnteredFactors } from '../../../shared/money+sites/factor-entry.tsx';
import { problemText } from '../../../shared/problem-texts.ts';
import type { Problem } from '../../../shared/problem.ts';
import { accountQuery } from '../../../shared/queries.ts';
import { readProblem } from '../../../shared/read-problem.ts';
import { SiteRefusal } from '../shared/site-refusal.tsx';
import { hashText } from './hash-text.ts';
import { readSitesAgain } from '../shared/read-sites-again.ts';

type SignProps = { id: string; host: string; text: string; open: boolean; onClose: () => void };

/** Both factors, for exactly the text that was shown; where one is not set up, the way to that. */
export function SignSheet(props: SignProps) {
  const { t } = useLingui();
  const { host, open, onClose } = props;
  const { pathname, search } = useLocation();
  const { data: account } = useQuery(accountQuery);
  const [isSending, setSending] = useState(false);
  const missing = account === undefined ? [] : findMissing(account);
  function close() {
    if (!isSending) onClose();
  }
  return (
    <>
      <LazyMissingFactorSheet
        open={open && missing.length > 0}
        missing={missing}
        returnPath={pathname + search}
        onClose={onClose}
      />
      <Sheet
        open={open && missing.length === 0}
        busy={isSending}
        title={t`Confirm it’s you`}
        note={
          <Trans>
            To sign the text for <Host>{host}</Host>
          </Trans>
        }
        onClose={close}
      >
        {open ? <Sign {...props} onSending={setSending} /> : null}
      </Sheet>
    </>
  );
}

/** The factor to set up first: the sheet's sentence about a second one speaks of sending. */
function findMissing({ factors }: AccountView): readonly FactorPage[] {
  if (!factors.tradePassword) return ['tradePassword'];
  return factors.authenticator ? [] : ['authenticator'];
}

const noFactors: EnteredFactors = { tradePassword: '', authenticatorCode: '' };
const codeProblems: readonly Problem['code'][] = ['AUTHENTICATOR_CODE_WRONG', 'AUTHENTICATOR_CODE_USED'];

/** Problems a further try here can solve; all others end this sheet. */
const retried: readonly Problem['code'][] = ['TRADE_PASSWORD_WRONG', ...codeProblems];

function Sign(props: SignProps & { onSending: (isSending: boolean) => void }) {
  const { factors, signing, problem, isStopped, change } = useSigning(props);
  function errorOf(name: keyof EnteredFactors): string | undefined {
    if (problem === undefined || !retried.includes(problem.code)) return undefined;
    const field = codeProblems.includes(problem.code) ? 'authenticatorCode' : 'tradePassword';
    return name === field ? problemText(problem) : undefined;
  }
  if (problem !== undefined && !retried.includes(problem.code)) {
    return (
      <>
        <SiteRefusal error={signing.error} />
        <Button kind="quiet" block onClick={props.onClose}>
          <Trans>Close</Trans>
        </Button>
      </>
    );
  }
  return <FactorEntry factors={factors} asksCode disabled={isStopped} errorOf={errorOf} onChange={change} />;
}

/** What was entered so far; sent when both are complete. */
function useSigning({ id, text, onClose, onSending }: Parameters<typeof Sign>[0]) {
  const queries = useQueryClient();
  const [factors, setFactors] = useState(noFactors);
  const signing = useMutation({
    mutationFn: async (given: EnteredFactors) =>
      api.walletConnections.signMessage({ id, hash: await hashText(text), ...given }),
    onMutate: () => onSending(true),
    onSuccess: onClose,
    onError: (error) => {
      const { code } = readProblem(error);
      if (code === 'FACTORS_LOCKED' || code === 'SIGNING_HELD') {
        void queries.invalidateQueries({ queryKey: accountQuery.queryKey });
      }
      // A further try with the code that is on its way out would cost one more of the few.
      if (code === 'TRADE_PASSWORD_WRONG') setFactors(noFactors);
      if (codeProblems.includes(code)) setFactors((given) => ({ ...given, authenticatorCode: '' }));
    },
    onSettled: () => {
      onSending(false);
      return readSitesAgain(queries);
    },
  });
  const problem = signing.error ? readProblem(signing.error) : undefined;
  const isStopped = signing.isPending || signing.isSuccess;
  function change(changes: Partial<EnteredFactors>) {
    if (isStopped) return;
    const given = { ...factors, ...changes };
    if (given.tradePassword !== '' || given.authenticatorCode !== '') signing.reset();
    setFactors(given);
    const { tradePassword, authenticatorCode } = given;
    if (tradePassword.length === factorLength && authenticatorCode.length === factorLength) signing.mutate(given);
  }
  return { factors, signing, problem, isStopped, change };
}
