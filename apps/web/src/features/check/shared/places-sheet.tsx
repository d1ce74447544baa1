import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import type { AssetView } from '@tern/contracts/routes/installation';
import type { StatedPlace, Statement } from '@tern/proofs/liabilities/read-statement';
import { ShortAddress } from '@tern/ui/address';
import { Amount } from '@tern/ui/amount';
import { Alert } from '@tern/ui/notice';
import { Row } from '@tern/ui/row';
import { Sheet } from '@tern/ui/sheet';
import { formatBalance, formatDecimal } from '../../../shared/format-amount.ts';
import { formatDayAndYear } from '../../../shared/format-time.ts';
import type { KeyFinding, KeyFindings } from './check-keys.ts';
import { OutsideLink } from '../../../shared/outside-link.tsx';

/** What the places of a statement are called. */
const names: Readonly<Record<string, MessageDescriptor>> = {
  hot: msg`Hot wallet`,
  fee: msg`Fee wallet`,
  stake: msg`Staked for energy`,
  cold: msg`Cold storage`,
  deposits: msg`Deposit addresses, together`,
  moving: msg`Moving between our wallets`,
  unissued: msg`Promised, not issued yet`,
};

/** Where the newest statement says that everything is held. */
export function PlacesSheet(props: {
  open: boolean;
  onClose: () => void;
  statement: Statement | undefined;
  assets: readonly AssetView[];
  explorerUrl: string | null;
  keys: KeyFindings;
}) {
  const { t } = useLingui();
  const stated = props.statement?.assets ?? [];
  return (
    <Sheet open={props.open} onClose={props.onClose} title={t`Addresses`}>
      <Alert kind="info">
        <Trans>
          The keys of these addresses sign each statement, and this device checked what they signed. Deposit addresses
          are not named: each belongs to one person.
        </Trans>
      </Alert>
      {props.assets.map((asset) => {
        const places = stated.find(({ assetId }) => assetId === asset.id)?.held ?? [];
        return places.length === 0 ? null : (
          <section key={asset.id} aria-labelledby={`check-places-${asset.id}`}>
            <h3 className="title-3" id={`check-places-${asset.id}`}>
              {asset.symbol}
            </h3>
            <ul>
              {places.map((place) => (
                <li key={place.place}>
                  <PlaceRow place={place} asset={asset} explorerUrl={props.explorerUrl} keys={props.keys} />
                </li>
              ))}
            </ul>
          </section>
        );
      })}
    </Sheet>
  );
}

function PlaceRow(props: { place: StatedPlace; asset: AssetView; explorerUrl: string | null; keys: KeyFindings }) {
  const { i18n } = useLingui();
  const { place, amount, seen } = props.place;
  const name = names[place];
  return (
    <Row
      title={name === undefined ? place : i18n._(name)}
      note={
        <span className="stack">
          <span>
            <Amount text={formatBalance(amount.toString(), props.asset.decimals)} unit={props.asset.symbol} />
          </span>
          {seen === undefined ? (
            <Trans>from our books</Trans>
          ) : (
            <>
              <span>
                <PlaceAddress address={seen.address} explorerUrl={props.explorerUrl} />
              </span>
              <span>
                <Trans>
                  at block <bdi dir="ltr">{formatDecimal(`${seen.block}`)}</bdi>
                </Trans>
              </span>
              <KeyNote finding={props.keys.get(seen.address)} />
            </>
          )}
        </span>
      }
    />
  );
}

/** What the key of an address has signed, as this device found it. */
function KeyNote({ finding }: { finding: KeyFinding | undefined }) {
  if (finding === undefined)
    return (
      <span>
        <Trans>Its key has not signed yet</Trans>
      </span>
    );
  if (finding.state === 'wrong')
    return (
      <span className="danger">
        <Trans>Its signature is wrong</Trans>
      </span>
    );
  const { house } = finding;
  const day = formatDayAndYear(finding.day);
  return (
    <span {...(finding.state === 'elsewhere' ? { className: 'danger' } : {})}>
      <Trans>
        Its key signed for <bdi dir="ltr">{house}</bdi>, {day}
      </Trans>
    </span>
  );
}

function PlaceAddress({ address, explorerUrl }: { address: string; explorerUrl: string | null }) {
  const short = <ShortAddress address={address} />;
  if (explorerUrl === null) return short;
  return <OutsideLink href={`${explorerUrl}/#/address/${address}`}>{short}</OutsideLink>;
}
