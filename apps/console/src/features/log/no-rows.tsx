import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { LogFilter } from '@tern/contracts/routes/console-log';
import { Empty } from '@tern/ui/empty';
import type { FilterName } from './log-query.ts';

const searched = {
  person: msg`Operators did nothing about this person, or nobody has this number, username or address.`,
  id: msg`Operators did nothing about what has this id. Rows about a person are found by the number of the account.`,
  words: msg`No note or reason has these words. Each word is looked for from its beginning: “invo” finds “invoice”.`,
  contact: msg`A phone number or e-mail is looked for from the field only, so that it stands in no address.`,
} as const;

/** Why nothing stands here, by what was looked for. */
export function NoRows(props: { filter: Pick<LogFilter, FilterName>; searchedAs: keyof typeof searched | null }) {
  const { t, i18n } = useLingui();
  const isNarrowed = Object.keys(props.filter).some((name) => name !== 'order');
  return (
    <Empty
      title={t`No rows`}
      note={
        props.searchedAs !== null
          ? i18n._(searched[props.searchedAs])
          : isNarrowed
            ? t`No row passes all filters. Take one away.`
            : t`Everything that operators do leaves a row here.`
      }
    />
  );
}
