import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { ShortAddress } from '@tern/ui/address';
import type { AddressBookView } from '@tern/contracts/routes/address-book';
import { Button } from '@tern/ui/button';
import { Chip } from '@tern/ui/chip';
import { Empty } from '@tern/ui/empty';
import { Loaded } from '@tern/ui/loaded';
import { BookUserIcon, ClockIcon, HistoryIcon } from '@tern/ui/inside-icons';
import { Mark } from '@tern/ui/mark';
import { Row } from '@tern/ui/row';
import { Sheet } from '@tern/ui/sheet';
import { SkeletonRows } from '@tern/ui/skeleton-rows';
import { Link } from 'react-router';
import { addressBookQuery } from '../../../shared/inside/address-book-query.ts';
import { formatDateTime } from '../../../shared/format-time.ts';
import { paths } from '../../../shared/paths.ts';

/** Saved and recent receivers to pick from; never anybody who only sent something. */
export function ReceiverSheet(props: { open: boolean; onClose: () => void; onPick: (address: string) => void }) {
  const { t } = useLingui();
  return (
    <Sheet open={props.open} onClose={props.onClose} title={t`Choose a receiver`}>
      <Receivers onPick={props.onPick} />
      <Button as={Link} to={paths.addressBook} kind="quiet" block>
        <Trans>Open the address book</Trans>
      </Button>
    </Sheet>
  );
}

function Receivers({ onPick }: { onPick: (address: string) => void }) {
  const query = useQuery(addressBookQuery);
  return (
    <Loaded
      query={query}
      loading={<SkeletonRows count={3} />}
      failed={<Trans>Couldn’t load the address book. Your money is safe.</Trans>}
    >
      {(book) => <Choices book={book} onPick={onPick} />}
    </Loaded>
  );
}

function Choices({ book, onPick }: { book: AddressBookView; onPick: (address: string) => void }) {
  if (book.entries.length === 0 && book.recents.length === 0) {
    return (
      <Empty title={<Trans>Nobody here yet</Trans>} note={<Trans>Addresses you save or send to appear here.</Trans>} />
    );
  }
  return (
    <ul>
      {book.entries.map((entry) => (
        <li key={entry.id}>
          <Row
            as="button"
            start={
              <Mark>
                <BookUserIcon />
              </Mark>
            }
            title={<bdi>{entry.label}</bdi>}
            note={<ShortAddress address={entry.address} />}
            end={
              entry.payableFrom === null ? undefined : (
                <Chip kind="waiting" icon={<ClockIcon size="xs" />}>
                  <Trans>New</Trans>
                </Chip>
              )
            }
            onClick={() => onPick(entry.address)}
          />
        </li>
      ))}
      {book.recents.map(({ address, lastAt }) => (
        <li key={address}>
          <Row
            as="button"
            start={
              <Mark>
                <HistoryIcon />
              </Mark>
            }
            title={<ShortAddress address={address} />}
            note={<LastAt at={lastAt} />}
            onClick={() => onPick(address)}
          />
        </li>
      ))}
    </ul>
  );
}

function LastAt({ at }: { at: string }) {
  const time = formatDateTime(at);
  return <Trans>Sent to on {time}</Trans>;
}
