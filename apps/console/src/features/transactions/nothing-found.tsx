import { Trans, useLingui } from '@lingui/react/macro';
import type { SearchedAs } from '@tern/contracts/routes/console-transactions';
import { Empty } from '@tern/ui/empty';
import { ExternalIcon } from '@tern/ui/console-icons';
import { Button } from '@tern/ui/button';
import type { ReactNode } from 'react';
import { useOperator } from '../../shared/operator.ts';

/** Why nothing stands here, and what to do next; by what was looked for. */
export function NothingFound({ searchedAs, search }: { searchedAs: SearchedAs | null; search: string | undefined }) {
  const { t } = useLingui();
  const { explorerUrl } = useOperator();
  const txId = /[0-9a-f]{64}/i.exec(search ?? '')?.[0]?.toLowerCase();
  const texts: Record<SearchedAs | 'none', { title: ReactNode; note: ReactNode }> = {
    none: {
      title: <Trans>No transactions</Trans>,
      note: (
        <Trans>
          Deposits, sends, internal transfers, swaps, rewards, bonuses and corrections will appear here as soon as they
          happen. If there should be some, take a filter away.
        </Trans>
      ),
    },
    transaction: {
      title: <Trans>This transaction is not known here</Trans>,
      note: (
        <Trans>
          Look at it in the explorer. If it is not there, it was never sent. If it pays an address of this wallet and
          its block is not final yet, it appears here within a minute. If it pays another address, the sender’s service
          has to help.
        </Trans>
      ),
    },
    address: {
      title: <Trans>Nothing from or to this address</Trans>,
      note: (
        <Trans>
          Compare every character with what the person sent you: a Tron address has 34, and one that is a letter off is
          another address.
        </Trans>
      ),
    },
    id: {
      title: <Trans>No record has this id</Trans>,
      note: (
        <Trans>
          The id stands in the address of the record’s page, and in the file of records that a person downloads.
        </Trans>
      ),
    },
    person: {
      title: <Trans>Nothing of this person</Trans>,
      note: (
        <Trans>
          Either nobody has this number or username, or nothing has happened in their account that the filters let
          through.
        </Trans>
      ),
    },
    amount: {
      title: <Trans>Nothing of exactly this amount</Trans>,
      note: (
        <Trans>
          The amount is what the receiver gets, without the fee. Write all its decimals, with a point and without
          separators: 1250.5 USDT.
        </Trans>
      ),
    },
    contact: {
      title: <Trans>Search again from the field</Trans>,
      note: <Trans>A phone number or e-mail is looked for from the field only, so that it stands in no address.</Trans>,
    },
    nothing: {
      title: <Trans>This is nothing that can be looked for</Trans>,
      note: (
        <Trans>
          Search for a transaction id (64 characters), an address (34), the id of a record, an account number, a
          username with its @, an exact phone or e-mail, or an amount such as 1250.5 USDT.
        </Trans>
      ),
    },
  };
  const { title, note } = texts[searchedAs ?? 'none'];
  return (
    <Empty
      title={title}
      note={note}
      action={
        searchedAs !== 'transaction' || txId === undefined || explorerUrl === null ? undefined : (
          <Button
            as="a"
            kind="quiet"
            href={`${explorerUrl}/#/transaction/${txId}`}
            target="_blank"
            rel="noreferrer"
            aria-label={t`Open in the explorer`}
          >
            <ExternalIcon size="s" />
            <Trans>Open in the explorer</Trans>
          </Button>
        )
      }
    />
  );
}
