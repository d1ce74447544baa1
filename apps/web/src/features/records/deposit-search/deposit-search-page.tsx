import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useSuspenseQuery } from '@tanstack/react-query';
import type { DepositSearchView } from '@tern/contracts/routes/deposits';
import { Button } from '@tern/ui/button';
import { Alert } from '@tern/ui/notice';
import { AppBar, Page } from '@tern/ui/page';
import { SkeletonRows } from '@tern/ui/skeleton';
import { TextField } from '@tern/ui/text-field';
import { useState } from 'react';
import { api } from '../../../shared/api.ts';
import { BackButton } from '../../../shared/back-button.tsx';
import { ContactSupport } from '../../../shared/contact-support.tsx';
import { networkName } from '../../../shared/inside/network-name.ts';
import { paths } from '../../../shared/paths.ts';
import { problemText } from '../../../shared/problem-texts.ts';
import { installationQuery } from '../../../shared/queries.ts';
import { readProblem } from '../../../shared/read-problem.ts';
import { FoundMoves } from './found-moves.tsx';

/** What became of a transaction that should have arrived, by its id: exactly what chain and books say. */
function DepositSearchPage() {
  const { t } = useLingui();
  const [typed, setTyped] = useState('');
  const searching = useMutation({ mutationFn: (txId: string) => api.deposits.searchDeposit({ txId }) });
  const problem = searching.error ? readProblem(searching.error) : undefined;
  const isFieldProblem = problem?.code === 'TX_ID_INVALID';
  return (
    <Page bar={<AppBar title={t`Missing deposit`} back={<BackButton fallback={paths.receive} />} />}>
      <form
        className="stack gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (!searching.isPending) searching.mutate(typed);
        }}
      >
        <p className="ink-2">
          <Trans>
            The wallet or exchange you sent from shows a transaction id. With it, we look on the chain what became of
            it.
          </Trans>
        </p>
        <TextField
          label={t`Transaction id`}
          name="transaction"
          ltr
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={300}
          value={typed}
          hint={<Trans>64 digits and letters, or the address of an explorer’s page</Trans>}
          error={isFieldProblem ? problemText(problem) : undefined}
          onChange={(event) => {
            searching.reset();
            setTyped(event.target.value);
          }}
        />
        {problem && !isFieldProblem ? (
          <Alert kind="danger" announce>
            {problemText(problem)}
          </Alert>
        ) : null}
        <Button type="submit" block busy={searching.isPending} disabled={typed.trim() === ''}>
          {problem && !isFieldProblem ? <Trans>Try again</Trans> : <Trans>Look it up</Trans>}
        </Button>
      </form>
      <div aria-live="polite">
        {searching.isPending ? <SkeletonRows count={2} /> : null}
        {searching.data ? <Finding found={searching.data} /> : null}
      </div>
    </Page>
  );
}

function Finding({ found }: { found: DepositSearchView }) {
  const { data: installation } = useSuspenseQuery(installationQuery);
  const network = networkName(installation.network.id);
  if (found.found === 'moves') return <FoundMoves found={found} installation={installation} />;
  if (found.found === 'failed') {
    return (
      <Alert kind="danger">
        <Trans>The network undid this transaction: nothing was sent. The coins are still with the sender.</Trans>
        <ContactSupport />
      </Alert>
    );
  }
  if (found.found === 'no-move') {
    return (
      <Alert kind="warning">
        <Trans>This transaction exists, but it moves no coins.</Trans>
      </Alert>
    );
  }
  return (
    <Alert kind="warning">
      <Trans>
        No block on {network} holds this transaction. It may be on another network, or not sent yet: a new one takes up
        to a minute to appear.
      </Trans>
      <ContactSupport />
    </Alert>
  );
}

export { DepositSearchPage as Component };
