import { Trans, useLingui } from '@lingui/react/macro';
import type { AccountView } from '@tern/contracts/routes/identity';
import type { AssetView, InstallationView } from '@tern/contracts/routes/installation';
import { Card } from '@tern/ui/card';
import { Facts, type Fact } from '@tern/ui/facts';
import { Row } from '@tern/ui/row';
import { useState } from 'react';
import { Link } from 'react-router';
import { LazyActivationTermsSheet } from '../../../shared/offers/activation/lazy-activation-terms-sheet.ts';
import { readActivationTerms } from '../../../shared/offers/activation/read-activation-terms.ts';
import { isOffered, useBonusOffer } from '../../../shared/offers/activation/use-bonus-offer.ts';
import { formatDuration } from '../../../shared/format-time.ts';
import { onDemand } from '../../../shared/on-demand.tsx';
import { paths } from '../../../shared/paths.ts';
import type { ReceiveTerms } from '../../../shared/wallet-queries.ts';

const PaymentLinkSheet = onDemand(async () => (await import('./payment-link-sheet.tsx')).PaymentLinkSheet);

type Props = {
  account: AccountView;
  installation: InstallationView;
  terms: ReceiveTerms;
  address: string;
  credited: readonly AssetView[];
  coin: AssetView['id'] | undefined;
};

/** What holds for money that comes to this address. */
export function ReceiveFacts({ account, installation, terms, address, credited, coin }: Props) {
  const { t } = useLingui();
  const [sheet, setSheet] = useState<'link' | 'activation' | null>(null);
  const { minimum, bonus } = readActivationTerms(installation);
  const shown = useBonusOffer(installation);
  const duration = formatDuration(terms.arrivalSeconds);
  const facts: (Fact | null)[] = [
    {
      key: 'smallest',
      term: <Trans>Minimum deposit</Trans>,
      value: <Trans>none</Trans>,
    },
    {
      key: 'blocks',
      term: <Trans>Credited after</Trans>,
      value: (
        <Trans>
          <bdi dir="ltr">{terms.confirmations}</bdi> blocks, about {duration}
        </Trans>
      ),
    },
    account.activated
      ? null
      : {
          key: 'activation',
          term: <Trans>Activates the account</Trans>,
          value: (
            <Trans>
              from <bdi dir="ltr">{minimum}</bdi>
            </Trans>
          ),
        },
    account.activated || !isOffered(shown)
      ? null
      : {
          key: 'bonus',
          term: <Trans>Activation bonus</Trans>,
          value:
            shown === 'depends' ? (
              <Trans>
                <bdi dir="ltr">{bonus}</bdi> if your country allows it
              </Trans>
            ) : (
              <bdi dir="ltr">{bonus}</bdi>
            ),
        },
  ];
  return (
    <Card flush>
      <Facts ruled facts={facts.filter((fact) => fact !== null)} />
      {account.activated ? null : (
        <p className="caption receive-contracts">
          <Trans>
            This activates your account here, not an address on Tron. You can receive and send any amount before that.
          </Trans>
        </p>
      )}
      {terms.trxFromContracts ? null : (
        <p className="caption receive-contracts">
          <Trans>TRX sent by a smart contract is not credited automatically: support has to review it.</Trans>{' '}
          <Link className="link" to={paths.support}>
            <Trans>Contact support</Trans>
          </Link>
        </p>
      )}
      <div className="receive-more">
        {account.activated || !isOffered(shown) ? null : (
          <Row
            as="button"
            slim
            title={<span className="link">{t`Conditions of the bonus`}</span>}
            leads
            onClick={() => setSheet('activation')}
          />
        )}
        <Row
          as="button"
          slim
          title={<span className="link">{t`Request an amount with a payment link`}</span>}
          leads
          onClick={() => setSheet('link')}
        />
      </div>
      <PaymentLinkSheet
        open={sheet === 'link'}
        onClose={() => setSheet(null)}
        address={address}
        installation={installation}
        assets={credited}
        coin={coin}
      />
      <LazyActivationTermsSheet
        installation={installation}
        open={sheet === 'activation'}
        onClose={() => setSheet(null)}
      />
    </Card>
  );
}
