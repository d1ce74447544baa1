import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import type { AssetView } from '@tern/contracts/routes/installation';
import type { DistributionView } from '@tern/contracts/routes/pool';
import { Amount } from '@tern/ui/amount';
import { Button } from '@tern/ui/button';
import { Facts } from '@tern/ui/facts';
import { CircleCheckIcon } from '@tern/ui/icons';
import { DownloadIcon } from '@tern/ui/inside-icons';
import { Alert } from '@tern/ui/notice';
import { Sheet } from '@tern/ui/sheet';
import { api } from '../../../shared/api.ts';
import { CopyButton } from '../../../shared/inside/copy-button.tsx';
import { exactAmount } from '../../../shared/exact-amount.ts';
import { formatDateTime } from '../../../shared/format-time.ts';
import { useBalancesHidden } from '../../../shared/hidden-balances.ts';
import type { CheckOutcome } from '../../../shared/check-shares.ts';
import { Refusal } from '../../../shared/refusal.tsx';

/** One distribution with everything it was computed from, and the check of the person's own part in it. */
export function DistributionSheet(props: {
  distribution: DistributionView | undefined;
  token: AssetView;
  onClose: () => void;
}) {
  const { t } = useLingui();
  const { distribution, token } = props;
  return (
    <Sheet
      open={distribution !== undefined}
      onClose={props.onClose}
      title={t`Distribution`}
      note={distribution && formatDateTime(distribution.endsAt)}
    >
      {distribution === undefined ? null : (
        <DistributionBody key={distribution.id} distribution={distribution} token={token} />
      )}
    </Sheet>
  );
}

function DistributionBody({ distribution, token }: { distribution: DistributionView; token: AssetView }) {
  const { t } = useLingui();
  const hidden = useBalancesHidden();
  const amount = (units: string) => <Amount text={exactAmount(units, token)} unit={token.symbol} />;
  return (
    <>
      <Facts
        ruled
        facts={[
          {
            key: 'own',
            term: <Trans>You received</Trans>,
            value: <Amount text={exactAmount(distribution.reward, token)} unit={token.symbol} hidden={hidden} />,
            strong: true,
          },
          { key: 'pool', term: <Trans>Pool at the end of the period</Trans>, value: amount(distribution.pool) },
          { key: 'distributed', term: <Trans>Distributed</Trans>, value: amount(distribution.distributed) },
          {
            key: 'remainder',
            term: <Trans>Left in the pool by rounding</Trans>,
            value: amount(distribution.remainder),
          },
          {
            key: 'swaps',
            term: <Trans>Swap rewards paid at the same time</Trans>,
            value: amount(distribution.swapRewards),
          },
          {
            key: 'holders',
            term: <Trans>Wallets included</Trans>,
            value: <bdi dir="ltr">{distribution.holders}</bdi>,
          },
          { key: 'from', term: <Trans>Period from</Trans>, value: formatDateTime(distribution.startsAt) },
          { key: 'until', term: <Trans>Period until</Trans>, value: formatDateTime(distribution.endsAt) },
          {
            key: 'root',
            term: <Trans>Published fingerprint of all lines</Trans>,
            value: (
              <span className="reward-root">
                <bdi dir="ltr">{distribution.root}</bdi>
                <CopyButton text={distribution.root} label={t`Copy fingerprint`} done={t`Fingerprint copied`} />
              </span>
            ),
            wide: true,
          },
        ]}
      />
      <OwnCheck distribution={distribution} />
    </>
  );
}

/** Computes the person's own part again, here, and hands out what others need to do the same. */
function OwnCheck({ distribution }: { distribution: DistributionView }) {
  const checking = useMutation({
    mutationFn: async () => {
      const proof = api.pool.distributionProof({ id: distribution.id });
      // What hashes comes only for those who check.
      const { checkShares } = await import('../../../shared/check-shares.ts');
      return checkShares(distribution, await proof);
    },
  });
  return (
    <>
      {checking.data ? <Outcome found={checking.data} /> : null}
      <Refusal error={checking.error} />
      <Button block busy={checking.isPending} onClick={() => checking.mutate()}>
        <Trans>Check my reward on this device</Trans>
      </Button>
      <Button
        as="a"
        kind="quiet"
        block
        href={`/api/pool/distributions/${distribution.id}/file`}
        download={`distribution-${distribution.id}.jsonl`}
      >
        <DownloadIcon size="s" />
        <Trans>Download all lines</Trans>
      </Button>
      <Button
        as="a"
        kind="quiet"
        block
        href={`/api/pool/distributions/${distribution.id}/proof`}
        download={`my-proof-${distribution.id}.json`}
      >
        <DownloadIcon size="s" />
        <Trans>Save my proof</Trans>
      </Button>
      <p className="caption">
        <Trans>
          Anyone can compute every reward again from all lines. Only you can also compute your own holding and swap
          rewards, from your balance and swaps. An auditor computes everybody’s from a file that we hand out, and needs
          to see the ledger to know that it is right.
        </Trans>
      </p>
    </>
  );
}

function Outcome({ found }: { found: CheckOutcome }) {
  switch (found.outcome) {
    case 'right':
      return (
        <p className="reward-right" role="status">
          <CircleCheckIcon size="s" />
          <span>
            <Plural
              value={found.lines}
              one="Correct: your line is in the published list, its reward follows from your holding, and it is what you were paid."
              other="Correct: your # lines are in the published list, their rewards follow from your holdings, and they are what you were paid."
            />{' '}
            <Weighed moves={found.moves} />
          </span>
        </p>
      );
    case 'not-in-it':
      return (
        <p className="caption" role="status">
          <Trans>None of your wallets was in this distribution, and nothing was paid to you.</Trans>
        </p>
      );
    case 'wrong':
      return (
        <Alert kind="danger" announce>
          <Wrong what={found.what} />
        </Alert>
      );
  }
}

/** How far the holding itself could be computed again. */
function Weighed({ moves }: { moves: Extract<CheckOutcome, { outcome: 'right' }>['moves'] }) {
  if (moves === 'uncounted')
    return (
      <Trans>
        Your tokens did not count in this period: you had not declared a country, or rewards are not allowed there.
      </Trans>
    );
  if (moves === null)
    return <Trans>Your balance changed too often in this period to compute your holding again here.</Trans>;
  return (
    <Plural
      value={moves}
      _0="Your holding was computed again: your balance did not change in this period."
      one="Your holding was computed again from your balance and its # change in this period."
      other="Your holding was computed again from your balance and its # changes in this period."
    />
  );
}

function Wrong({ what }: { what: Extract<CheckOutcome, { outcome: 'wrong' }>['what'] }) {
  switch (what) {
    case 'root':
      return <Trans>Not correct: the proof belongs to a different list than the published one. Contact support.</Trans>;
    case 'path':
      return <Trans>Not correct: one of your lines is not in the published list. Contact support.</Trans>;
    case 'reward':
      return <Trans>Not correct: a reward does not follow from your holding. Contact support.</Trans>;
    case 'weight':
      return <Trans>Not correct: your holding does not follow from your balance. Contact support.</Trans>;
    case 'swaps':
      return <Trans>Not correct: your swap rewards do not follow from your swaps. Contact support.</Trans>;
    case 'sum':
      return <Trans>Not correct: your lines differ from what you were paid. Contact support.</Trans>;
  }
}
