import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { FirstStepName, FirstStepsView } from '@tern/contracts/routes/console-work';
import { Chip } from '@tern/ui/chip';
import { renderSVG } from 'uqr';
import type { DataColumn } from '../../shared/data-table/data-column.ts';
import { GivenTable } from '../../shared/data-table/given-table.tsx';
import { formatMoney } from '../../shared/format.ts';
import { formatTime } from '../../shared/format-time.ts';
import { HelpLink } from '../../shared/help-link.tsx';
import { useOperator } from '../../shared/operator.ts';
import { Page } from '../../shared/page.tsx';
import { firstStepsQuery } from '../../shared/work-queries.ts';

const stepTexts: Readonly<Record<FirstStepName, ReturnType<typeof msg>>> = {
  'accounts-known': msg`The worker has reached the signer`,
  'hot-wallet-funded': msg`The hot wallet holds its minimum of every asset`,
  'fee-account-funded': msg`The fee account holds its minimum. The worker fills it with TRX of the house from the hot wallet`,
  'energy-staked': msg`TRX is staked for energy. The worker stakes it`,
  'cold-address': msg`The signer knows the address of cold storage, which is set on its machine`,
  'accounts-restricted': msg`The hot wallet and the fee account are restricted to their owners. Propose it under Treasury`,
  'prices-agreed': msg`Enough sources agree on the prices of TRX and of the reward token`,
  'bonus-funded': msg`The activation bonus can be paid, or is switched off. Set money aside under Funds and pairs`,
  'pool-funded': msg`The reward pool has money. Set it aside under Funds and pairs`,
};

/** What a new installation still needs, each step ticked by what is true now, and what each account of the house holds. */
export function FirstStepsPage() {
  const found = useQuery(firstStepsQuery);
  return (
    <Page
      title={<Trans>First steps</Trans>}
      aside={<HelpLink page="treasury#first-steps-of-a-new-installation" />}
      query={found}
    >
      {(answer) => (
        <>
          <Steps steps={answer.steps} />
          <ToFund toFund={answer.toFund} />
        </>
      )}
    </Page>
  );
}

function Steps({ steps }: Pick<FirstStepsView, 'steps'>) {
  const { t, i18n } = useLingui();
  return (
    <section className="panel">
      <h2>
        <Trans>What a new installation needs</Trans>
      </h2>
      <table>
        <tbody>
          {steps.map(({ step, state }) => (
            <tr key={step}>
              <td>{i18n._(stepTexts[step])}</td>
              <td className="end">
                {state === 'done' ? (
                  <Chip kind="positive">{t`done`}</Chip>
                ) : state === 'open' ? (
                  <Chip kind="waiting">{t`open`}</Chip>
                ) : (
                  <Chip kind="neutral">{t`not needed`}</Chip>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function ToFund({ toFund }: Pick<FirstStepsView, 'toFund'>) {
  const addresses = [...new Set(toFund.map(({ address }) => address))];
  return (
    <>
      <p className="ink-2">
        {addresses.length === 0 ? (
          <Trans>The addresses to fund appear here once the worker has reached the signer.</Trans>
        ) : (
          <Trans>
            Pay to the hot wallet, from an address that TREASURY_SOURCES names. Money from any other address waits in
            suspense.
          </Trans>
        )}
      </p>
      {addresses.map((address) => (
        <Account key={address} address={address} rows={toFund.filter((each) => each.address === address)} />
      ))}
    </>
  );
}

function Account({ address, rows }: { address: string; rows: FirstStepsView['toFund'] }) {
  const { t } = useLingui();
  const isHot = rows[0]?.account === 'hot';
  return (
    <section className="panel">
      <h2>{isHot ? <Trans>Hot wallet</Trans> : <Trans>Fee account</Trans>}</h2>
      <p className="mono">{address}</p>
      {isHot ? (
        <img src={codeOf(address)} width="160" height="160" alt={t`QR code of ${address}`} />
      ) : (
        <p className="ink-2">
          <Trans>The worker fills it from the hot wallet. Do not pay here.</Trans>
        </p>
      )}
      <Funding isHot={isHot} rows={rows} />
    </section>
  );
}

function Funding({ isHot, rows }: { isHot: boolean; rows: FirstStepsView['toFund'] }) {
  const { t } = useLingui();
  const { assets } = useOperator();
  const columns: readonly DataColumn<FirstStepsView['toFund'][number]>[] = [
    {
      id: 'minimum',
      name: t`Minimum`,
      fixed: true,
      cell: ({ minimum, assetId }) => <span className="number">{formatMoney(minimum, assetId, assets)}</span>,
    },
    {
      id: 'present',
      name: t`Present balance`,
      fixed: true,
      end: true,
      cell: ({ present, assetId }) => (present === null ? '–' : formatMoney(present.amount, assetId, assets)),
    },
    {
      id: 'compared',
      name: t`Last comparison`,
      fixed: true,
      end: true,
      cell: ({ present }) => (present === null ? t`never` : formatTime(present.at)),
    },
  ];
  return (
    <GivenTable
      name="first-steps-funding"
      title={null}
      label={isHot ? t`Hot wallet` : t`Fee account`}
      columns={columns}
      rows={rows}
      keyOf={({ assetId }) => assetId}
      empty={null}
    />
  );
}

/** Dark on white in both themes, as cameras want it. */
function codeOf(text: string): string {
  return `data:image/svg+xml,${encodeURIComponent(renderSVG(text, { ecc: 'M', border: 2 }))}`;
}
