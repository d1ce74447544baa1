import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useSuspenseQuery } from '@tanstack/react-query';
import type { DepositSearchView } from '@tern/contracts/routes/deposits';
import { Card } from '@tern/ui/card';
import { Form } from '@tern/ui/form';
import { InfoIcon } from '@tern/ui/icons';
import { Alert } from '@tern/ui/notice';
import { AppBar, Page } from '@tern/ui/page';
import { Row } from '@tern/ui/row';
import { SkeletonRows } from '@tern/ui/skeleton-rows';
import { TextField } from '@tern/ui/text-field';
import { Link } from 'react-router';
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
        action={form.alert === undefined ? <Trans>Look up transaction</Trans> : <Trans>Try again</Trans>}
        disabled={form.draft.txId.trim() === ''}
      >
        <p className="ink-2">
          <Trans>
            The wallet or exchange you sent from shows a transaction ID. Enter it, and we check on the chain what
            happened to your deposit.
          </Trans>
        </p>
        <TextField
          label={t`Transaction ID`}
          name="transaction"
          ltr
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={300}
          hint={<Trans>64 characters, or a link to a block explorer page</Trans>}
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
      <Card flush>
        <Row as={Link} to={`${paths.help}?answer=deposit`} slim start={<InfoIcon />} title={t`Help with this`} leads />
      </Card>
    </Page>
  );
}

function Finding({ found }: { found: DepositSearchView }) {
  const { data: installation } = useSuspenseQuery(installationQuery);
  const network = networkName(installation.network);
  if (found.found === 'moves') return <FoundMoves found={found} installation={installation} />;
  if (found.found === 'failed') {
    return (
      <Alert kind="danger">
        <Trans>The network reverted this transaction: nothing was sent. The sender still has the coins.</Trans>
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
        We found no such transaction on {network}. It may be on another network, or not sent yet. A new one takes up to
        a minute to appear.
      </Trans>
      <ContactSupport />
    </Alert>
  );
}

export { DepositSearchPage as Component };
