import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import type { SearchedAs } from '@tern/contracts/routes/console-transactions';
import { Button } from '@tern/ui/button';
import { ExternalIcon } from '@tern/ui/console-icons';
import { Empty } from '@tern/ui/empty';
import { useOperator } from '../../shared/operator.ts';

const texts = {
  none: {
    title: msg`No transactions`,
    note: msg`Deposits, sends, internal transfers, swaps, rewards, bonuses and corrections will appear here as soon as they happen. If there should be some, take a filter away.`,
  },
  transaction: {
    title: msg`This transaction is not known here`,
    note: msg`Look at it in the explorer. If it is not there, it was never sent. If it pays an address of this wallet and its block is not final yet, it appears here within a minute. If it pays another address, the sender’s service has to help.`,
  },
  address: {
    title: msg`Nothing from or to this address`,
    note: msg`Compare every character with what the person sent you: a Tron address has 34, and one that is a letter off is another address.`,
  },
  id: {
    title: msg`No record has this number or id`,
    note: msg`The number stands on the record’s page and on its receipt, for example W-20261121-4F8K2-MQX7A. The id stands in the address of that page, and in the file of records that a person downloads.`,
  },
  person: {
    title: msg`Nothing of this person`,
    note: msg`Either nobody has this number or username, or nothing has happened in their account that the filters let through.`,
  },
  amount: {
    title: msg`Nothing of exactly this amount`,
    note: msg`The amount is what the receiver gets, without the fee. Write all its decimals, with a point and without separators: 1250.5 USDT.`,
  },
  contact: {
    title: msg`Search again from the field`,
    note: msg`A phone number or e-mail is looked for from the field only, so that it stands in no address.`,
  },
  nothing: {
    title: msg`This is nothing that can be looked for`,
    note: msg`Search for a transaction id (64 characters), an address (34), the number or the id of a record, an account number, a username with its @, an exact phone or e-mail, or an amount such as 1250.5 USDT.`,
  },
} as const satisfies Record<SearchedAs | 'none', { title: MessageDescriptor; note: MessageDescriptor }>;

/** Why nothing stands here, and what to do next; by what was looked for. */
export function NothingFound({ searchedAs, search }: { searchedAs: SearchedAs | null; search: string | undefined }) {
  const { i18n } = useLingui();
  const { explorerUrl } = useOperator();
  const txId = /[0-9a-f]{64}/i.exec(search ?? '')?.[0]?.toLowerCase();
  const { title, note } = texts[searchedAs ?? 'none'];
  return (
    <Empty
      title={i18n._(title)}
      note={i18n._(note)}
      action={
        searchedAs !== 'transaction' || txId === undefined || explorerUrl === null ? undefined : (
          <Button as="a" kind="quiet" href={`${explorerUrl}/#/transaction/${txId}`} target="_blank" rel="noreferrer">
            <ExternalIcon size="s" />
            <Trans>Open in the explorer</Trans>
          </Button>
        )
      }
    />
  );
}
