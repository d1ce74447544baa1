import { Trans } from '@lingui/react/macro';
import type { AssetView, InstallationView } from '@tern/contracts/routes/installation';
import type { WalletView } from '@tern/contracts/routes/wallets';
import { AddressDifference, FullAddress } from '@tern/ui/address';
import { Amount, LeadAmount } from '@tern/ui/amount';
import { Button } from '@tern/ui/button';
import { Chip } from '@tern/ui/chip';
import { Facts, type Fact } from '@tern/ui/facts';
import { CircleCheckIcon, InfoIcon } from '@tern/ui/icons';
import { Alert } from '@tern/ui/notice';
import { networkName } from '../../../shared/inside/network-name.ts';
import { problemText } from '../../../shared/problem-texts.ts';
import type { Problem } from '../../../shared/problem.ts';
import { StaleChip } from '../../../shared/inside/stale-chip.tsx';
import { useWorth } from '../../../shared/use-worth.ts';
import { arrivalText } from './arrival-text.ts';
import { exactAmount, exactAmountWithUnit } from '../../../shared/exact-amount.ts';
import { formatMinutes } from './format-minutes.ts';
import { MemoNote } from './memo-note.tsx';
import type { PreparedDraft } from './use-draft.ts';
import { FoundPerson } from '../../../shared/money+records/found-person.tsx';
import { verdictText } from './verdict-texts.ts';

/** Everything the factors will authorise, as the server has it, not as the form had it. */
export function CheckDraft(props: {
  prepared: PreparedDraft;
  asset: AssetView;
  wallet: WalletView;
  installation: InstallationView;
  /** Until the draft is over; 0 when it is. */
  secondsLeft: number;
  isRenewing: boolean;
  renewProblem: Problem | undefined;
  onRenew: () => void;
  onLeave: () => void;
  onConfirm: () => void;
}) {
  const { asset } = props;
  const { draft, request } = props.prepared;
  const worth = useWorth(asset)(draft.amount);
  const network = networkName(props.installation.network);
  const isOther = request.expected !== draft.to;
  return (
    <>
      <div className="stack transfer-lead">
        <p className="caption">
          <Trans>Receiver gets</Trans>
        </p>
        <LeadAmount text={exactAmount(draft.amount, asset)} unit={asset.symbol} center />
        {worth === undefined ? null : (
          <p className="caption">
            ≈ <Amount text={worth.text} /> <StaleChip {...worth} />
          </p>
        )}
      </div>
      {isOther ? <OtherAddress expected={request.expected} actual={draft.to} /> : null}
      <Receiver draft={draft} network={network} />
      <Facts ruled facts={factsOf(props)} />
      <p className="caption transfer-final">
        <InfoIcon size="s" />
        <span>
          <Trans>Once it has left, a transfer cannot be taken back.</Trans>
        </span>
      </p>
      {props.secondsLeft === 0 ? <Renewal {...props} /> : <WayOn {...props} isOther={isOther} />}
    </>
  );
}

/** The fee of the draft no longer holds. */
function Renewal(props: { isRenewing: boolean; renewProblem: Problem | undefined; onRenew: () => void }) {
  return (
    <>
      <Alert kind="warning" announce>
        <Trans>The fee was fixed for five minutes, and they have passed. Get a new fee and check it.</Trans>
      </Alert>
      {props.renewProblem ? (
        <Alert kind="danger" announce>
          {problemText(props.renewProblem)}
        </Alert>
      ) : null}
      <Button block busy={props.isRenewing} onClick={props.onRenew}>
        <Trans>Get the fee again</Trans>
      </Button>
    </>
  );
}

function WayOn(props: { isOther: boolean; secondsLeft: number; onLeave: () => void; onConfirm: () => void }) {
  const left = <bdi dir="ltr">{formatMinutes(props.secondsLeft)}</bdi>;
  return (
    <div className="stack gap-2">
      {props.isOther ? (
        <>
          <Button block onClick={props.onLeave}>
            <Trans>Back to check the address</Trans>
          </Button>
          <Button block kind="danger" onClick={props.onConfirm}>
            <Trans>I changed it myself, verify</Trans>
          </Button>
        </>
      ) : (
        <Button block onClick={props.onConfirm}>
          <Trans>Confirm and verify</Trans>
        </Button>
      )}
      <p className="caption center">
        <Trans>Amount and fee are fixed for {left}</Trans>
      </p>
    </div>
  );
}

function Receiver({ draft, network }: { draft: PreparedDraft['draft']; network: string }) {
  return (
    <div className="transfer-receiver">
      <div className="cluster between wrap">
        <span className="caption">
          <ReceiverName draft={draft} network={network} />
        </span>
        {draft.toLabel === null ? null : (
          <Chip kind="positive" icon={<CircleCheckIcon size="xs" />}>
            <Trans>In your address book</Trans>
          </Chip>
        )}
        {draft.arrival === 'at-once' ? (
          <Chip kind="positive" icon={<CircleCheckIcon size="xs" />}>
            <Trans>Arrives instantly</Trans>
          </Chip>
        ) : null}
      </div>
      {draft.sentTo === null ? (
        <FullAddress address={draft.to} />
      ) : (
        <>
          <FoundPerson {...draft.sentTo} />
          <p className="caption">{verdictText('first-time-person')}</p>
        </>
      )}
    </div>
  );
}

function ReceiverName({ draft, network }: { draft: PreparedDraft['draft']; network: string }) {
  if (draft.toLabel !== null) {
    return (
      <Trans>
        To <bdi>{draft.toLabel}</bdi>, on {network}
      </Trans>
    );
  }
  return draft.settlement === 'internal' ? <Trans>To a person here</Trans> : <Trans>To, on {network}</Trans>;
}

type DraftFacts = { prepared: PreparedDraft; asset: AssetView; wallet: WalletView };

function factsOf({ prepared, asset, wallet }: DraftFacts): Fact[] {
  const { draft } = prepared;
  const facts: Fact[] = [
    { key: 'from', term: <Trans>From</Trans>, value: wallet.name },
    {
      key: 'fee',
      term: <Trans>Fee</Trans>,
      value: <FeeOf prepared={prepared} asset={asset} />,
    },
    {
      key: 'total',
      term: <Trans>Leaves your balance</Trans>,
      value: <Amount text={exactAmountWithUnit(draft.total, asset)} />,
      strong: true,
    },
    { key: 'keeps', term: <Trans>You keep</Trans>, value: <Amount text={exactAmountWithUnit(draft.keeps, asset)} /> },
    {
      key: 'arrives',
      term: <Trans>Arrives</Trans>,
      value: (
        <>
          {arrivalText(draft.arrival)}
          {draft.arrival === 'after-review' ? (
            <span className="caption transfer-memo-note">
              <Trans>We answer within 24 hours.</Trans>
            </span>
          ) : null}
        </>
      ),
    },
  ];
  if (draft.memo !== null) {
    facts.push({
      key: 'memo',
      term: <Trans>Memo</Trans>,
      value: (
        <>
          <bdi className="transfer-memo">{draft.memo}</bdi>
          <span className="caption transfer-memo-note">
            <MemoNote isInternal={draft.settlement === 'internal'} />
          </span>
        </>
      ),
    });
  }
  return facts;
}

/** The fee, and what it was before where a new draft changed it. */
function FeeOf({ prepared: { draft, request }, asset }: Omit<DraftFacts, 'wallet'>) {
  const fee = draft.fee === '0' ? <Trans>none</Trans> : <Amount text={exactAmountWithUnit(draft.fee, asset)} />;
  if (request.formerFee === undefined || request.formerFee === draft.fee) return fee;
  const former = <Amount text={exactAmountWithUnit(request.formerFee, asset)} />;
  return (
    <>
      {fee}
      <br />
      <span className="caption">
        <Trans>it was {former}</Trans>
      </span>
    </>
  );
}

/** Something between the person's hands and the server has changed the address. */
function OtherAddress(props: { expected: string; actual: string }) {
  return (
    <Alert kind="danger" announce>
      <div className="stack gap-2">
        <p>
          <strong>
            <Trans>This address differs from what you pasted.</Trans>
          </strong>{' '}
          <Trans>Do not go on unless you changed it yourself: something on this device may have replaced it.</Trans>
        </p>
        <div>
          <p className="caption">
            <Trans>You pasted</Trans>
          </p>
          <AddressDifference address={props.expected} other={props.actual} />
        </div>
        <div>
          <p className="caption">
            <Trans>The transfer goes to</Trans>
          </p>
          <AddressDifference address={props.actual} other={props.expected} />
        </div>
      </div>
    </Alert>
  );
}
