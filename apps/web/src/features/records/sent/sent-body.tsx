import { Trans } from '@lingui/react/macro';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import type { RecordDetailView } from '@tern/contracts/routes/records';
import { FullAddress } from '@tern/ui/address';
import { Button } from '@tern/ui/button';
import { Card } from '@tern/ui/card';
import { RotateCwIcon } from '@tern/ui/icons';
import { BookUserIcon } from '@tern/ui/inside-icons';
import { Link } from 'react-router';
import { getAsset } from '../../../shared/get-asset.ts';
import { addressBookQuery } from '../../../shared/inside/address-book-query.ts';
import { useSavedName } from '../../../shared/inside/saved-name.tsx';
import { isVoid } from '../../../shared/inside/records/record-rules.ts';
import { FoundPerson } from '../../../shared/money+records/found-person.tsx';
import type { ReceiverState } from '../../../shared/money+records/receiver-state.ts';
import { paths } from '../../../shared/paths.ts';
import { installationQuery } from '../../../shared/queries.ts';
import { walletsQuery } from '../../../shared/wallet-queries.ts';
import { SentFacts } from './sent-facts.tsx';
import { SentHead } from './sent-head.tsx';
import { ShareReceipt } from './share-receipt.tsx';

/** The page once the record is read. */
export function SentBody({ record }: { record: RecordDetailView }) {
  const { data: installation } = useSuspenseQuery(installationQuery);
  const asset = getAsset(installation, record.assetId);
  return (
    <>
      <SentHead record={record} asset={asset} />
      <div className="pair">
        {isVoid(record) ? null : <ShareReceipt record={record} asset={asset} />}
        <SendAgain record={record} />
      </div>
      <Receiver record={record} />
      <SentFacts record={record} asset={asset} />
    </>
  );
}

/** The form with the same receiver: everything that moves money is entered and confirmed anew. */
function SendAgain({ record: { assetId, walletId, receiveAddress, sentTo, memo } }: { record: RecordDetailView }) {
  const state: ReceiverState | undefined = sentTo === null ? undefined : { receiver: sentTo.contact };
  const query = new URLSearchParams({ coin: assetId, wallet: walletId });
  if (receiveAddress !== null) query.set('to', receiveAddress);
  // At an exchange the memo belongs to the address: without it the money would be nobody's.
  if (memo !== null) query.set('memo', memo);
  return (
    <Button as={Link} to={`${paths.transfer}?${query}`} state={state} kind="quiet">
      <RotateCwIcon size="s" />
      <Trans>Send again</Trans>
    </Button>
  );
}

function Receiver({ record: { receiveAddress, sentTo } }: { record: RecordDetailView }) {
  if (sentTo !== null) return <Person {...sentTo} />;
  return receiveAddress === null ? null : <Address address={receiveAddress} />;
}

/** The contact that was typed and the name it showed. There is nothing to save that could not mislead later (decision 0207). */
function Person(props: { contact: string; name: string }) {
  return (
    <Card>
      <div className="stack gap-1">
        <p className="caption">
          <Trans>To</Trans>
        </p>
        <FoundPerson {...props} />
      </div>
    </Card>
  );
}

/** To whom, in full, and the way to give the address a name. */
function Address({ address }: { address: string }) {
  const saved = useSavedName(address);
  const { data: book } = useQuery(addressBookQuery);
  const { data: own } = useQuery(walletsQuery);
  const wallet = own?.wallets.find((each) => each.address === address);
  const name = saved ?? wallet?.name;
  const isNew = book !== undefined && own !== undefined && name === undefined;
  return (
    <Card>
      <div className="stack gap-3">
        <div className="stack gap-1">
          <p className="caption">
            <Trans>To</Trans>
          </p>
          {name === undefined ? null : (
            <p className="title-3">
              <bdi>{name}</bdi>
            </p>
          )}
          <FullAddress address={address} />
        </div>
        {isNew ? (
          <Button as={Link} to={`${paths.addressBook}?${new URLSearchParams({ add: address })}`} kind="quiet" block>
            <BookUserIcon size="s" />
            <Trans>Save contact</Trans>
          </Button>
        ) : null}
      </div>
    </Card>
  );
}
