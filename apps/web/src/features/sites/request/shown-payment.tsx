import { Trans, useLingui } from '@lingui/react/macro';
import { useSuspenseQuery } from '@tanstack/react-query';
import type { ConnectionRequestView } from '@tern/contracts/routes/wallet-connections';
import { formatAmount } from '@tern/money/format-amount';
import { unitsFromWire } from '@tern/money/units';
import { FullAddress } from '@tern/ui/address';
import { LeadAmount } from '@tern/ui/amount';
import { Button } from '@tern/ui/button';
import { Facts } from '@tern/ui/facts';
import { Alert } from '@tern/ui/notice';
import { useNavigate } from 'react-router';
import { exactAmount } from '../../../shared/exact-amount.ts';
import { getAsset } from '../../../shared/get-asset.ts';
import { paths } from '../../../shared/paths.ts';
import { installationQuery } from '../../../shared/queries.ts';
import { RefuseButton } from '../shared/refuse-button.tsx';
import { SiteHead } from '../shared/site-head.tsx';
import { SiteRefusal } from '../shared/site-refusal.tsx';
import { paymentFaultTexts } from './refusal-texts.ts';
import { RequestFacts } from './request-facts.tsx';
import { RequestFrame } from './request-frame.tsx';
import { useTurningDown } from './use-turning-down.ts';

type Asks = Extract<ConnectionRequestView['asks'], { kind: 'transaction' }>;
type Payment = NonNullable<Asks['payment']>;

/**
 * A site wants a transaction signed, which is never done: a plain payment becomes an ordinary transfer with all of its checks,
 * and of everything else it is said why not.
 */
export function ShownPayment(props: { title: string; request: ConnectionRequestView; asks: Asks }) {
  const { title, request, asks } = props;
  const goToPay = useGoToPay(asks.payment, request.walletId);
  const turning = useTurningDown(request.id, goToPay);
  return (
    <RequestFrame
      title={title}
      foot={
        <>
          <SiteRefusal error={turning.error} />
          {asks.payment === null ? null : (
            <Button block busy={turning.isPending} onClick={() => turning.mutate({ pays: true })}>
              <Trans>Pay with a transfer</Trans>
            </Button>
          )}
          <RefuseButton
            isAdvised={asks.payment === null}
            busy={turning.isPending}
            onRefuse={() => turning.mutate({})}
          />
        </>
      }
    >
      <SiteHead site={request.site}>
        {asks.payment === null ? (
          <Trans>This site wants a transaction signed. We never sign transactions for sites.</Trans>
        ) : (
          <Trans>This site asks you to pay.</Trans>
        )}
      </SiteHead>
      {asks.payment === null ? <NoPayment fault={asks.paymentFault} /> : <AskedPayment payment={asks.payment} />}
      <RequestFacts request={request} />
    </RequestFrame>
  );
}

function NoPayment({ fault }: { fault: Asks['paymentFault'] }) {
  const { i18n } = useLingui();
  return <Alert kind="danger">{i18n._(paymentFaultTexts[fault ?? 'not-a-payment'])}</Alert>;
}

function AskedPayment({ payment }: { payment: Payment }) {
  const { data: installation } = useSuspenseQuery(installationQuery);
  const asset = getAsset(installation, payment.assetId);
  return (
    <>
      <LeadAmount text={exactAmount(payment.amount, asset)} unit={asset.symbol} />
      <Facts facts={[{ key: 'to', term: <Trans>To</Trans>, value: <FullAddress address={payment.to} /> }]} />
      <Alert kind="info">
        <Trans>
          You pay with an ordinary transfer: you see the fee and check everything before you confirm. The site is told
          that no transaction was signed, so it may need to look for your payment on the network.
        </Trans>
      </Alert>
    </>
  );
}

/** To the transfer, filled in: nothing of it is sent before the person has checked it. */
function useGoToPay(payment: Payment | null, walletId: string): (() => void) | undefined {
  const navigate = useNavigate();
  const { data: installation } = useSuspenseQuery(installationQuery);
  if (payment === null) return undefined;
  const { id: coin, decimals } = getAsset(installation, payment.assetId);
  const amount = formatAmount(unitsFromWire(payment.amount), decimals);
  const query = new URLSearchParams({ coin, wallet: walletId, to: payment.to, amount });
  return () => void navigate(`${paths.transfer}?${query}`, { replace: true });
}
