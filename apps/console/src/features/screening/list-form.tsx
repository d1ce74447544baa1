import { Trans, useLingui } from '@lingui/react/macro';
import { refusalReason, refusedAddressesMax, type RefusalReason } from '@tern/contracts/refused-addresses';
import type { WantedChange } from '@tern/contracts/routes/console-changes';
import type { RefusedListView } from '@tern/contracts/routes/console-screening';
import { useId, useState } from 'react';
import { KindField } from '../../shared/fields.tsx';
import { Propose } from '../../shared/propose.tsx';
import { freezeReasons } from '../../shared/reason-names.ts';
import { DayField } from '../../shared/time-field.tsx';
import { readAddresses } from './read-addresses.ts';

type Typed = {
  readonly list: string;
  readonly source: string;
  readonly asOf: string;
  readonly reason: RefusalReason;
  readonly add: string;
  readonly remove: string;
};

const empty: Omit<Typed, 'asOf'> = { list: '', source: '', reason: 'legal-order', add: '', remove: '' };

const startOfToday = (): Typed => ({ ...empty, asOf: new Date().toISOString().slice(0, 10) });

/** Proposes addresses for a list, or to take some off it; pasted as they were published. */
export function ListForm({ lists }: { lists: readonly RefusedListView[] }) {
  const { t, i18n } = useLingui();
  const [typed, setTyped] = useState<Typed>(startOfToday);
  const listsId = useId();
  const [add, remove] = [readAddresses(typed.add), readAddresses(typed.remove)];
  const blocked = useHindrance(typed, [add, remove]);
  const content: WantedChange = {
    kind: 'refused-addresses',
    list: typed.list.trim(),
    source: typed.source.trim(),
    asOf: typed.asOf,
    reason: typed.reason,
    add: add.addresses,
    remove: remove.addresses,
  };
  return (
    <section className="panel screening-form">
      <h2>
        <Trans>Change a list</Trans>
      </h2>
      <label>
        <Trans>List</Trans>
        <input
          className="input"
          list={listsId}
          value={typed.list}
          maxLength={60}
          onChange={({ target }) => setTyped({ ...typed, list: target.value })}
        />
      </label>
      <datalist id={listsId}>
        {lists.map(({ list }) => (
          <option key={list}>{list}</option>
        ))}
      </datalist>
      <label>
        <Trans>Source</Trans>
        <input
          className="input"
          value={typed.source}
          maxLength={200}
          onChange={({ target }) => setTyped({ ...typed, source: target.value })}
        />
      </label>
      <DayField label={t`As of`} value={typed.asOf} onChange={(asOf) => setTyped({ ...typed, asOf })} />
      <KindField
        label={t`Reason of a hold`}
        labelled
        value={typed.reason}
        choices={refusalReason.options.map((reason) => [reason, i18n._(freezeReasons[reason])])}
        onChange={(reason) => setTyped({ ...typed, reason })}
      />
      <Addresses
        label={t`Addresses to add`}
        value={typed.add}
        count={add.addresses.length}
        onChange={(value) => setTyped({ ...typed, add: value })}
      />
      <Addresses
        label={t`Addresses to remove`}
        value={typed.remove}
        count={remove.addresses.length}
        onChange={(value) => setTyped({ ...typed, remove: value })}
      />
      <Propose label={t`Propose`} content={content} blocked={blocked} />
    </section>
  );
}

function Addresses(props: { label: string; value: string; count: number; onChange: (value: string) => void }) {
  const { count } = props;
  return (
    <label>
      {props.label}
      <textarea
        aria-label={props.label}
        className="input mono"
        dir="ltr"
        rows={4}
        spellCheck={false}
        value={props.value}
        onChange={({ target }) => props.onChange(target.value)}
      />
      {count === 0 ? null : (
        <small className="ink-2">
          <Trans>Read: {count}</Trans>
        </small>
      )}
    </label>
  );
}

/** Why it cannot be proposed yet. */
function useHindrance(
  { list, source, asOf }: Typed,
  read: readonly ReturnType<typeof readAddresses>[],
): string | undefined {
  const { t } = useLingui();
  const [unread] = read.flatMap((each) => each.unread);
  const all = read.flatMap(({ addresses }) => addresses);
  if (unread !== undefined) return t`“${unread}” is not a Tron address. Remove it first.`;
  if (list.trim().length < 3) return t`Enter the name of the list first.`;
  if (source.trim().length < 3) return t`Enter where the addresses come from first.`;
  if (asOf === '') return t`Enter the day of the list first.`;
  if (all.length === 0) return t`Enter at least one address.`;
  if (new Set(all).size < all.length) return t`An address cannot be added and removed at once.`;
  return all.length > refusedAddressesMax ? t`One change takes ${refusedAddressesMax} addresses at most.` : undefined;
}
