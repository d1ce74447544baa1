import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import type { RecordView } from '@tern/contracts/routes/records';
import { formatAmount } from '@tern/money/format-amount';
import { unitsToWire } from '@tern/money/units';
import { Amount } from '@tern/ui/amount';
import { Button } from '@tern/ui/button';
import { IconButton } from '@tern/ui/icon-button';
import { ScanLineIcon } from '@tern/ui/inside-icons';
import { Page } from '@tern/ui/page';
import { Segmented } from '@tern/ui/segmented';
import { useState, type ReactNode } from 'react';
import { Link, useNavigate } from 'react-router';
import { onDemand } from '../../../shared/on-demand.tsx';
import { paths } from '../../../shared/paths.ts';
import { problemText } from '../../../shared/problem-texts.ts';
import { queryTopics } from '../../../shared/queries.ts';
import type { Problem } from '../../../shared/problem.ts';
import { readProblem } from '../../../shared/read-problem.ts';
import { Refusal } from '../../../shared/refusal.tsx';
import { useWorth } from '../../../shared/use-worth.ts';
import { AddressField } from './address-field.tsx';
import { AddressVerdicts } from './address-verdicts.tsx';
import { AmountField } from './amount-field.tsx';
import { CoinField } from './coin-field.tsx';
import { CostFacts } from './cost-facts.tsx';
import { exactAmountWithUnit } from '../../../shared/exact-amount.ts';
import { MemoField } from './memo-field.tsx';
import { LazyMissingFactorSheet } from '../../../shared/inside/lazy-missing-factor-sheet.ts';
import type { Unsure } from '../../../shared/money+reward/use-unsure.ts';
import { LevelNote } from './level-note.tsx';
import { NetworkField } from './network-field.tsx';
import type { Obstacle } from './obstacle.ts';
import { obstacleText } from './obstacle-text.ts';
import { findProblemField, type TransferField } from './problem-field.ts';
import { ReceiverSheet } from './receiver-sheet.tsx';
import { TransferAlerts } from './transfer-alerts.tsx';
import {
  acknowledgedWarnings,
  expectedAddress,
  findMaximum,
  type FeeFrom,
  type TransferForm,
} from './transfer-form.ts';
import { useDraft } from './use-draft.ts';
import { useTransfer, type Transfer, type TransferInput } from './use-transfer.ts';
import { verdictText } from './verdict-texts.ts';

const afterSending = ['overview', 'transferOptions', 'records'] as const;

const loadConfirmSheet = async () => (await import('./confirm-sheet.tsx')).ConfirmSheet;
const ConfirmSheet = onDemand(loadConfirmSheet);

/** The form, with all costs above the button, and what follows it: the draft of the server, then the verification. */
export function TransferBody(props: TransferInput & { unsure: Unsure; bar: (action: ReactNode) => ReactNode }) {
  const { t } = useLingui();
  const { account, installation, wallet, options, unsure } = props;
  const queries = useQueryClient();
  const navigate = useNavigate();
  const transfer = useTransfer({ ...props, isAnew: unsure.isUnsure });
  const ends = useEnds(transfer, unsure);
  const { form, option, asset, report, amount, obstacle, missing } = transfer;
  const [sheet, setSheet] = useState<'confirm' | 'missing-factor'>();
  const preparing = useDraft({
    onReady: () => setSheet('confirm'),
    onRefused: () => readAgain(queries, ['transferOptions', 'addressReport', 'account']),
  });
  const problem = preparing.error ? readProblem(preparing.error) : undefined;
  const problemField = problem && findProblemField(problem);
  const errorFor = (field: TransferField) => (problem && problemField === field ? problemText(problem) : undefined);

  function change(changes: Partial<TransferForm>) {
    preparing.reset();
    transfer.change(changes);
  }
  /** What is filled in stays in this page's address, for the way back, and goes along to be joined by what is scanned. */
  async function scan() {
    await navigate(transfer.ownPath(), { replace: true });
    await navigate(transfer.scanPath());
  }
  function goOn() {
    if (missing.length > 0) {
      void navigate(transfer.ownPath(), { replace: true });
      return setSheet('missing-factor');
    }
    if (form.networkId === undefined || report === undefined || amount.units === undefined) return;
    // It is on its way while the server prepares; a failure shows where the sheet opens.
    loadConfirmSheet().catch(() => undefined);
    preparing.mutate({
      walletId: wallet.id,
      assetId: form.assetId,
      networkId: form.networkId,
      to: form.to,
      amount: formatAmount(amount.units, asset.decimals),
      feeFrom: form.feeFrom,
      ...(form.memo.trim() === '' ? {} : { memo: form.memo.trim() }),
      acknowledged: acknowledgedWarnings(report),
      expected: expectedAddress(form),
    });
  }

  const closed = missing.length === 0 ? obstacle : undefined;
  return (
    <Page
      bar={props.bar(
        <IconButton label={t`Scan`} onClick={() => void scan()}>
          <ScanLineIcon />
        </IconButton>,
      )}
      foot={
        <div className="stack gap-3 transfer-foot">
          {problemField === undefined ? <Refusal error={preparing.error} /> : null}
          <SplitNote transfer={transfer} />
          <WayOn obstacle={closed} busy={preparing.isPending} onFind={transfer.findPerson} onGoOn={goOn} />
        </div>
      }
    >
      <TransferAlerts account={account} isSendable={option.sendable} unsure={unsure} />
      <div className="transfer-source">
        <CoinField
          installation={installation}
          options={options}
          value={option}
          onChange={(assetId) => {
            preparing.reset();
            transfer.chooseCoin(assetId);
          }}
        />
        <NetworkField
          installation={installation}
          asset={asset}
          networks={option.networks}
          value={form.networkId}
          error={errorFor('network')}
          onChange={(networkId) => change({ networkId })}
        />
      </div>
      <Receiver transfer={transfer} error={errorFor('address')} change={change} onInput={preparing.reset} />
      <AmountPart transfer={transfer} problem={problemField === 'amount' ? problem : undefined} change={change} />
      <MemoField
        value={form.memo}
        error={errorFor('memo')}
        isInternal={report?.settlement === 'internal'}
        onChange={(memo) => change({ memo })}
      />
      <Costs {...props} transfer={transfer} />
      <LazyMissingFactorSheet
        open={sheet === 'missing-factor'}
        missing={missing}
        returnPath={transfer.ownPath()}
        onClose={() => setSheet(undefined)}
      />
      <ConfirmSheet
        open={sheet === 'confirm'}
        prepared={preparing.data}
        asset={asset}
        wallet={wallet}
        installation={installation}
        isRenewing={preparing.isPending}
        renewProblem={problem}
        onRenew={(request) => preparing.mutate(request)}
        onClose={() => setSheet(undefined)}
        {...ends}
      />
    </Page>
  );
}

/** What follows the verification, however it ends. */
function useEnds(transfer: Transfer, unsure: Unsure) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  return {
    onUnsure(isUnsure: boolean) {
      // A reload must not find the same transfer filled in.
      if (isUnsure) transfer.forget();
      unsure.mark(isUnsure);
    },
    onLeftUnsure() {
      readAgain(queries, afterSending);
      unsure.beginAnew();
    },
    onDone(record: RecordView) {
      transfer.forget();
      readAgain(queries, afterSending);
      void navigate(`${paths.sent}?${new URLSearchParams({ id: record.id })}`, { replace: true });
    },
  };
}

function readAgain(queries: QueryClient, topics: readonly (keyof typeof queryTopics)[]) {
  for (const topic of topics) void queries.invalidateQueries({ queryKey: [queryTopics[topic]] });
}

/** On to the draft, or first to the person; closed by what stands on it. */
function WayOn(props: { obstacle: Obstacle | undefined; busy: boolean; onFind: () => void; onGoOn: () => void }) {
  const { obstacle } = props;
  const isSearch = obstacle === 'find';
  return (
    <Button
      block
      busy={props.busy}
      disabled={obstacle !== undefined && !isSearch}
      onClick={isSearch ? props.onFind : props.onGoOn}
    >
      {obstacle === undefined ? <Trans>Continue</Trans> : obstacleText(obstacle)}
    </Button>
  );
}

/** What the amount comes to on both sides, once there is one. */
function SplitNote({ transfer: { split, asset, terms } }: { transfer: Transfer }) {
  if (split === undefined) return null;
  return (
    <div>
      <p className="cluster between wrap">
        <span className="label ink-2">
          <Trans>Receiver gets</Trans>
        </span>
        <span className="title-3">
          <Amount text={exactAmountWithUnit(split.receives, asset)} />
        </span>
      </p>
      {terms.fee ? (
        <p className="caption cluster between wrap">
          <span>
            <Trans>Leaves your balance</Trans>
          </span>
          <Amount text={exactAmountWithUnit(split.leaves, asset)} />
        </p>
      ) : null}
    </div>
  );
}

/** The receive address with all that is known about it. */
function Receiver(props: {
  transfer: Transfer;
  error: string | undefined;
  change: (changes: Partial<TransferForm>) => void;
  onInput: () => void;
}) {
  const { t } = useLingui();
  const { transfer, change, onInput } = props;
  const [picking, setPicking] = useState(false);
  const { form, check, report, refusal, ruled, addressProblem } = transfer;
  const error =
    props.error ??
    (addressProblem
      ? problemText(addressProblem)
      : refusal
        ? verdictText(refusal.code)
        : ruled
          ? problemText(ruled)
          : undefined) ??
    (check.error && !report && !check.isFetching ? problemText(readProblem(check.error)) : undefined);
  return (
    <div className="stack gap-2">
      <AddressField
        value={form.to}
        error={error}
        errorWaits={props.error === undefined && form.to.length < 34}
        hint={check.isFetching && !report ? t`Checking the address` : undefined}
        warning={report?.verdicts.some(({ severity }) => severity === 'warning') ?? false}
        onType={(text, byPerson) => {
          onInput();
          transfer.typeAddress(text, byPerson);
        }}
        onPaste={(pasted) => {
          onInput();
          transfer.pasteAddress(pasted);
        }}
        onOpenBook={() => setPicking(true)}
      />
      <ReceiverSheet
        open={picking}
        onClose={() => setPicking(false)}
        onPick={(address) => {
          onInput();
          transfer.pasteAddress({ address, amount: undefined });
          setPicking(false);
        }}
      />
      {transfer.canRetry ? (
        <Button kind="quiet" small busy={check.isFetching} onClick={() => void check.refetch()}>
          <Trans>Try again</Trans>
        </Button>
      ) : null}
      {ruled && !transfer.isContact ? (
        <Button as={Link} kind="quiet" small to={`${paths.addressBook}?${new URLSearchParams({ add: form.to })}`}>
          <Trans>Open the address book</Trans>
        </Button>
      ) : null}
      {report && !refusal ? (
        <AddressVerdicts
          report={report}
          form={form}
          onUseKnown={(to) => change({ to, pasted: undefined, keptAddress: undefined })}
          onKeep={() => change({ keptAddress: report.address })}
          onAccept={(accepted) => change({ acceptedAddress: accepted ? report.address : undefined })}
        />
      ) : null}
    </div>
  );
}

/** What it costs, the bounds, and what the person's level allows. */
function Costs({ transfer, level, installation }: TransferInput & { transfer: Transfer }) {
  const { asset, terms, option, arrival } = transfer;
  return (
    <>
      <CostFacts asset={asset} terms={terms} arrival={arrival} />
      <LevelNote level={level} option={option} installation={installation} />
    </>
  );
}

/** Whether the most that can be sent says how to go on. */
function namesMaximum({ code }: Problem): boolean {
  return code === 'INSUFFICIENT_BALANCE' || code === 'LEVEL_LIMIT_REACHED';
}

/** The amount, its value, and where the fee comes from. */
function AmountPart(props: {
  transfer: Transfer;
  problem: Problem | undefined;
  change: (changes: Partial<TransferForm>) => void;
}) {
  const { t } = useLingui();
  const { transfer, change } = props;
  const { form, asset, terms, amount } = transfer;
  const worthOf = useWorth(asset);
  const hasEntered = form.isMax || form.amount !== '';
  const problem = props.problem ?? (hasEntered ? amount.problem : undefined);
  const maximum = findMaximum(terms);
  const mostText = exactAmountWithUnit(maximum, asset);
  return (
    <>
      <AmountField
        asset={asset}
        text={transfer.amountText}
        isMax={form.isMax}
        worth={amount.units === undefined ? undefined : worthOf(unitsToWire(amount.units))}
        error={
          problem === undefined ? undefined : namesMaximum(problem) && maximum > 0n ? (
            <>
              {problemText(problem)}
              {problem.code === 'INSUFFICIENT_BALANCE' ? '.' : null} <Trans>You can send up to {mostText}.</Trans>
            </>
          ) : (
            problemText(problem)
          )
        }
        errorWaits={props.problem === undefined && problem?.code === 'AMOUNT_BELOW_MINIMUM'}
        onType={(text) => change({ amount: text, isMax: false })}
        onMax={() => change({ isMax: true, amount: '' })}
      />
      {terms.fee === undefined || terms.fee === 0n ? null : (
        <Segmented<FeeFrom>
          label={t`Where the fee comes from`}
          value={form.feeFrom}
          options={[
            { value: 'balance', label: t`Fee on top` },
            { value: 'amount', label: t`Fee from the amount` },
          ]}
          onChange={(feeFrom) => change({ feeFrom })}
        />
      )}
    </>
  );
}
