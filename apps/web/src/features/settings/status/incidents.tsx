import { Trans, useLingui } from '@lingui/react/macro';
import { useSuspenseQuery } from '@tanstack/react-query';
import type { IncidentView } from '@tern/contracts/routes/status';
import { formatBalance } from '../../../shared/format-amount.ts';
import { formatDateTime } from '../../../shared/format-time.ts';
import { getAsset } from '../../../shared/get-asset.ts';
import { installationQuery } from '../../../shared/queries.ts';
import { incidentTexts } from './status-texts.ts';

/** Incidents with their times; those that last say what they mean for people. */
export function Incidents(props: { incidents: readonly IncidentView[] }) {
  const { i18n } = useLingui();
  const { data: installation } = useSuspenseQuery(installationQuery);
  return props.incidents.map((incident) => {
    const { kind, flow, assetId, missing, since, until } = incident;
    const asset = assetId === null ? undefined : getAsset(installation, assetId);
    const symbol = asset?.symbol ?? '';
    const amount = asset === undefined || missing === null ? '' : `${formatBalance(missing, asset.decimals)} ${symbol}`;
    const { title, meaning } = incidentTexts(incident);
    return (
      <article key={`${kind} ${flow} ${assetId} ${since}`} className="status-item">
        <h3 className="body-strong">{i18n._({ ...title, values: { symbol, amount } })}</h3>
        <p className="caption">
          <Times since={since} until={until} />
        </p>
        {until === null ? <p className="ink-2">{i18n._({ ...meaning, values: { symbol, amount } })}</p> : null}
      </article>
    );
  });
}

function Times(props: { since: string; until: string | null }) {
  const since = formatDateTime(props.since);
  if (props.until === null) return <Trans>since {since}</Trans>;
  const until = formatDateTime(props.until);
  return (
    <Trans>
      {since} to {until}
    </Trans>
  );
}
