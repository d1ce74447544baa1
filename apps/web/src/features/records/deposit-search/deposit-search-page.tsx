import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useSuspenseQuery } from '@tanstack/react-query';
import type { DepositSearchView } from '@tern/contracts/routes/deposits';
import { Form } from '@tern/ui/form';
import { Alert } from '@tern/ui/notice';
import { AppBar, Page } from '@tern/ui/page';
import { SkeletonRows } from '@tern/ui/skeleton';
import { TextField } from '@tern/ui/text-field';
import { api } from '../../../shared/api.ts';
import { BackButton } from '../../../shared/back-button.tsx';
import { ContactSupport } from '../../../shared/contact-support.tsx';
import { networkName } from '../../../shared/inside/network-name.ts';
import { paths } from '../../../shared/paths.ts';
import { installationQuery } from '../../../shared/queries.ts';
import { readText } from '../../../shared/kept-fields.ts';
import { useKeptForm } from '../../../shared/use-kept-form.ts';
import { FoundMoves } from './found-moves.tsx';

/** What became of a transaction that should have arrived, by its id: exactly what chain and books say. */
function DepositSearchPage() {
  const { t } = useLingui();
  const searching = useMutation({ mutationFn: (txId: string) => api.deposits.searchDeposit({ txId }) });
  const form = useKeptForm({
    keep: { form: 'deposit-search', fields: { txId: readText } },
    start: { txId: '' },
    fields: { TX_ID_INVALID: 'txId' },
    sending: searching,
    submit: ({ txId }) => searching.mutate(txId),
  });
  return (
    <Page bar={<AppBar title={t`Missing deposit`} back={<BackButton fallback={paths.receive} />} />}>
      <Form
        form={form}
        className="stack gap-4"
        action={form.alert === undefined ? <Trans>Look it up</Trans> : <Trans>Try again</Trans>}
        disabled={form.draft.txId.trim() === ''}
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
          hint={<Trans>64 digits and letters, or the address of an explorer’s page</Trans>}
          value={form.draft.txId}
          error={form.errorOf('txId')}
          onChange={(event) => {
            // What is found for another id than the one that stands here is not shown, even when it comes late.
            searching.reset();
            form.fill({ txId: event.target.value });
          }}
        />
      </Form>
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
