import { t } from '@lingui/core/macro';
import { receiverKind } from '@tern/contracts/receiver-kind';
import type { AssetView, InstallationView } from '@tern/contracts/routes/installation';
import type { RecordDetailView, RecordInfoView } from '@tern/contracts/routes/records';
import { exactAmount } from '../../../shared/exact-amount.ts';
import { formatDateTime } from '../../../shared/format-time.ts';
import { networkName } from '../../../shared/inside/network-name.ts';

type ReceiptLine = {
  readonly term: string;
  readonly value: string;
  /** Letters and digits of a machine, read from left to right in every language. */
  readonly isCode?: true;
};

/** What a receipt says, already in the person's language. */
export type Receipt = {
  readonly title: string;
  readonly amount: string;
  readonly unit: string;
  readonly lines: readonly ReceiptLine[];
  readonly explorerUrl: string | null;
  /** Who made it, and when: what it says was true then. */
  readonly made: string;
};

/**
 * The receipt of a transfer as it stands now. The receiver is told by the address, or by the contact that was typed and the name
 * the receiver chose for it: the name in the sender's address book is nobody else's.
 */
export function receiptOf(of: {
  record: RecordDetailView;
  info: RecordInfoView | undefined;
  asset: AssetView;
  installation: InstallationView;
  now: Date;
}): Receipt {
  const { record, info, asset, installation } = of;
  const isFinal = record.status === 'success';
  const txId = info?.txId ?? null;
  const ledger = record.settlement === 'internal' ? (info?.ledgerReference ?? null) : null;
  const lines: (ReceiptLine | null)[] = [
    { term: t`Status`, value: statusText(record) },
    record.receiveAddress === null ? null : { term: t`To`, value: record.receiveAddress, isCode: true },
    ...(record.sentTo === null ? [] : personLines(record.sentTo)),
    { term: t`Time`, value: formatDateTime(record.createdAt) },
    {
      term: t`Network`,
      value: record.settlement === 'internal' ? t`internal transfer` : networkName(installation.network),
    },
    txId === null ? null : { term: t`Transaction ID`, value: txId, isCode: true },
    ledger === null ? null : { term: t`Ledger reference`, value: ledger, isCode: true },
  ];
  return {
    title: isFinal ? t`Sent` : t`Transfer`,
    amount: exactAmount(record.amount, asset),
    unit: asset.symbol,
    lines: lines.filter((line) => line !== null),
    explorerUrl: info?.explorerUrl ?? null,
    made: `${installation.product.name} · ${formatDateTime(of.now.toISOString())}`,
  };
}

function personLines({ name, contact }: NonNullable<RecordDetailView['sentTo']>): readonly ReceiptLine[] {
  const terms = { email: t`E-mail address`, phone: t`Phone number`, username: t`Username`, address: t`Address` };
  return [
    { term: t`To`, value: name },
    { term: terms[receiverKind(contact)], value: contact, isCode: true },
  ];
}

function statusText({ status, confirmations }: RecordDetailView): string {
  switch (status) {
    case 'success':
      return t`Success`;
    case 'pending-review':
      return t`Pending review`;
    case 'review-approved':
      return t`Review approved`;
    case 'confirming':
    case 'withdrawing':
      return confirmations === null
        ? t`Withdrawing`
        : `${t`Confirming`} (${confirmations.seen}/${confirmations.required})`;
    case 'failed':
      return t`Failed`;
    case 'review-rejected':
      return t`Review rejected`;
    case 'cancelled':
      return t`Cancelled`;
  }
}
