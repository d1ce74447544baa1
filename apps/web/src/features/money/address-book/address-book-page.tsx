import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import type {
  AddressBookView,
  AddressEntryView,
  AddressRule,
  AddressRuleView,
} from '@tern/contracts/routes/address-book';
import { ShortAddress } from '@tern/ui/address';
import { Button } from '@tern/ui/button';
import { Card } from '@tern/ui/card';
import { Chip } from '@tern/ui/chip';
import { Empty } from '@tern/ui/empty';
import { Loaded } from '@tern/ui/loaded';
import { BookUserIcon, ClockIcon, HistoryIcon, ShieldCheckIcon } from '@tern/ui/inside-icons';
import { Mark } from '@tern/ui/mark';
import { AppBar, Page } from '@tern/ui/page';
import { PullToRefresh } from '@tern/ui/pull-to-refresh';
import { Row } from '@tern/ui/row';
import { SkeletonRows } from '@tern/ui/skeleton-rows';
import { useState } from 'react';
import { addressBookQuery } from '../../../shared/inside/address-book-query.ts';
import { BackButton } from '../../../shared/back-button.tsx';
import { formatDateTime } from '../../../shared/format-time.ts';
import { OutdatedNote } from '../../../shared/inside/outdated-note.tsx';
import { paths } from '../../../shared/paths.ts';
import { accountQuery } from '../../../shared/queries.ts';
import { useKeptDraft } from '../../../shared/use-kept-draft.ts';
import { text, useSearch } from '../../../shared/search-params.ts';
import { AddAddressSheet } from './add-address-sheet.tsx';
import './address-book-page.css';
import { EntrySheet } from './entry-sheet.tsx';
import { keptOfAddress, keptOfName } from './kept-drafts.ts';
import { RuleSheet } from './rule-sheet.tsx';

/** `add`: an address to save, from where it was met. */
const searchShape = { add: text(64) };

type Open =
  | { sheet: 'add'; address: string }
  | { sheet: 'entry'; id: string; renaming: boolean }
  | { sheet: 'rule'; rule: AddressRule };

/** Names for addresses, and the person's own rules about which may be paid. */
function AddressBookPage() {
  const { t } = useLingui();
  const { data: account } = useSuspenseQuery(accountQuery);
  const query = useQuery(addressBookQuery);
  const { data: book } = query;
  const { open, show, close } = useOpenSheet();
  return (
    <Page
      bar={<AppBar title={t`Address book`} back={<BackButton fallback={paths.my} />} />}
      foot={
        book === undefined ? undefined : (
          <Button block needsConnection onClick={() => show({ sheet: 'add', address: '' })}>
            <Trans>Save an address</Trans>
          </Button>
        )
      }
    >
      <PullToRefresh label={t`Refreshing`} onRefresh={query.refetch} />
      <Loaded
        query={query}
        loading={<SkeletonRows count={5} />}
        failed={<Trans>Couldn’t load the address book. Your money is safe.</Trans>}
      >
        {(read) => (
          <>
            <OutdatedNote query={query} />
            <Rules rules={read.rules} onOpen={(rule) => show({ sheet: 'rule', rule })} />
            <Entries entries={read.entries} onOpen={(id) => show({ sheet: 'entry', id, renaming: false })} />
            <Recents recents={read.recents} onSave={(address) => show({ sheet: 'add', address })} />
          </>
        )}
      </Loaded>
      <AddAddressSheet
        open={book !== undefined && open?.sheet === 'add'}
        address={open?.sheet === 'add' ? open.address : ''}
        account={account}
        rules={book?.rules ?? []}
        onClose={close}
      />
      <EntrySheet
        entry={open?.sheet === 'entry' ? book?.entries.find(({ id }) => id === open.id) : undefined}
        renaming={open?.sheet === 'entry' && open.renaming}
        account={account}
        onClose={close}
      />
      <RuleSheet
        rule={open?.sheet === 'rule' ? book?.rules.find(({ rule }) => rule === open.rule) : undefined}
        account={account}
        onClose={close}
      />
    </Page>
  );
}

/** The sheet that is open: at first the one the person comes back to, or the one this page was opened for. */
function useOpenSheet() {
  const { add } = useSearch(searchShape);
  const address = useKeptDraft(keptOfAddress.form, keptOfAddress.fields);
  const name = useKeptDraft(keptOfName.form, keptOfName.fields);
  const [open, setOpen] = useState((): Open | undefined => {
    if (name.values.id !== undefined) return { sheet: 'entry', id: name.values.id, renaming: true };
    if (address.values.address !== undefined) return { sheet: 'add', address: add ?? '' };
    return add === undefined ? undefined : { sheet: 'add', address: add };
  });
  /** Without the drafts, which are for the sheet the person came back to; what it was about may be gone. */
  function show(next: Open | undefined) {
    address.forget();
    name.forget();
    setOpen(next);
  }
  return { open, show, close: () => show(undefined) };
}

function Rules(props: { rules: readonly AddressRuleView[]; onOpen: (rule: AddressRule) => void }) {
  const { t } = useLingui();
  const titles: Record<AddressRule, string> = {
    'listed-only': t`Only saved addresses`,
    'new-address-wait': t`New addresses wait 24 hours`,
  };
  return (
    <Card flush>
      {props.rules.map((rule) => (
        <Row
          key={rule.rule}
          as="button"
          slim
          start={rule.rule === 'listed-only' ? <ShieldCheckIcon /> : <ClockIcon />}
          title={titles[rule.rule]}
          note={rule.endsAt === null ? undefined : <EndsAt at={rule.endsAt} />}
          end={rule.on ? <Trans>On</Trans> : <Trans>Off</Trans>}
          leads
          onClick={() => props.onOpen(rule.rule)}
        />
      ))}
    </Card>
  );
}

function EndsAt({ at }: { at: string }) {
  const time = formatDateTime(at);
  return <Trans>Ends {time}</Trans>;
}

function Entries(props: { entries: readonly AddressEntryView[]; onOpen: (id: string) => void }) {
  if (props.entries.length === 0) {
    return (
      <Empty
        title={<Trans>No saved addresses</Trans>}
        note={
          <Trans>
            Give addresses names: a name you gave yourself is harder to imitate than its first and last characters.
          </Trans>
        }
      />
    );
  }
  return (
    <section className="stack">
      <h2 className="label ink-2">
        <Trans>Saved</Trans>
      </h2>
      <ul>
        {props.entries.map((entry) => (
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
              leads
              onClick={() => props.onOpen(entry.id)}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Recents(props: { recents: AddressBookView['recents']; onSave: (address: string) => void }) {
  if (props.recents.length === 0) return null;
  return (
    <section className="stack">
      <h2 className="label ink-2">
        <Trans>Sent to before, not saved</Trans>
      </h2>
      <ul>
        {props.recents.map(({ address, lastAt }) => (
          <li key={address}>
            <Row
              start={
                <Mark>
                  <HistoryIcon />
                </Mark>
              }
              title={<ShortAddress address={address} />}
              note={formatDateTime(lastAt)}
              end={
                <Button kind="text" small onClick={() => props.onSave(address)}>
                  <Trans>Save</Trans>
                </Button>
              }
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

export { AddressBookPage as Component };
