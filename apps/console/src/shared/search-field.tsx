import { Trans } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { looksLikeContact } from '@tern/contracts/looks-like-contact';
import { Button } from '@tern/ui/button';
import { SearchIcon } from '@tern/ui/icons';
import { api } from './api.ts';
import { Refusal } from './refusal.tsx';

/** Looks for whatever somebody can name. Whose a contact is, is asked apart: that leaves a row in the log. */
export function SearchField(props: {
  /** What can be typed. */
  label: string;
  search: string;
  onSearch: (search: string) => void;
  onPerson: (id: string) => void;
}) {
  const find = useMutation({
    mutationFn: (contact: string) => api.transactions.findByContact({ contact }),
    onSuccess: ({ person }) => {
      if (person !== null) props.onPerson(person.id);
    },
  });
  return (
    <form
      className="data-search"
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        const typed = String(new FormData(event.currentTarget).get('search') ?? '').trim();
        find.reset();
        if (looksLikeContact(typed)) find.mutate(typed);
        else props.onSearch(typed);
      }}
    >
      <SearchIcon size="s" />
      <input
        key={props.search}
        name="search"
        className="input"
        type="search"
        maxLength={100}
        aria-label={props.label}
        placeholder={props.label}
        defaultValue={props.search}
        autoComplete="off"
        spellCheck={false}
      />
      <Button kind="quiet" type="submit" busy={find.isPending}>
        <Trans>Search</Trans>
      </Button>
      <Refusal error={find.error} />
      {find.data?.person === null ? (
        <small role="status" className="ink-2">
          <Trans>No account has exactly this phone or e-mail.</Trans>
        </small>
      ) : null}
    </form>
  );
}
