import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { looksLikeContact } from '@tern/contracts/looks-like-contact';
import type { FoundView, TypedAs } from '@tern/contracts/routes/console-search';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { api } from '../../shared/api.ts';
import { useOperator } from '../../shared/operator.ts';
import { matchPages } from './match-pages.ts';
import { findablePages } from './page-words.ts';
import { forgetRecent, keepRecent, readRecent } from './recent-targets.ts';
import { groupTargets, type SearchGroup, type SearchOption } from './search-options.ts';
import { isSearched, leastTyped, searchQuery } from './search-query.ts';

/** Stands for the search for whoever has a contact, which has no page. */
export const contactPath = 'contact:';

export type Palette = ReturnType<typeof usePalette>;

/** What stands in the palette, and what its keys do. */
export function usePalette({ onClose }: { readonly onClose: () => void }) {
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState<string>();
  const typed = text.trim();
  const found = useQuery(searchQuery(typed));
  const groupsOf = useGroups(typed);
  const { open, find, recent, forget } = useOpening(onClose);
  const groups = groupsOf(found.data, recent);
  const options = groups.flatMap((group) => group.options);
  const active = options.find(({ path }) => path === chosen) ?? options[0];
  const enterFirst = useEnterFirst(typed, (answer) => {
    const [first] = groupsOf(answer, recent).flatMap((group) => group.options);
    if (first !== undefined) open(first);
  });
  const choose = (option: SearchOption): void => (option.path === contactPath ? find.mutate(typed) : open(option));
  return {
    typed: text,
    groups,
    active,
    /** What was recognised; undefined as long as too little is typed or nobody knows yet. */
    typedAs: typedAsOf(typed, found.data),
    waits: found.isFetching || find.isPending,
    error: found.error ?? find.error,
    /** Whether somebody asked for a contact that nobody has. */
    isNobody: find.data?.person === null,
    isRecent: typed === '' && recent.length > 0,
    forget,
    choose,
    point: (option: SearchOption): void => setChosen(option.path),
    type: (next: string): void => {
      setText(next);
      setChosen(undefined);
      find.reset();
    },
    move: (by: 1 | -1): void => {
      const at = active === undefined ? -1 : options.indexOf(active);
      setChosen(options[(at + by + options.length) % options.length]?.path);
    },
    enter: (): void => {
      if (active !== undefined) choose(active);
      else if (isSearched(typed)) enterFirst();
    },
  };
}

function typedAsOf(typed: string, found: FoundView | undefined): TypedAs | undefined {
  if (typed.length < leastTyped) return undefined;
  return looksLikeContact(typed) ? 'contact' : found?.typedAs;
}

/** Everything to choose from for what was typed. */
function useGroups(typed: string) {
  const { i18n, t } = useLingui();
  const { role, assets } = useOperator();
  return (
    found: FoundView | undefined,
    recent: readonly { readonly path: string; readonly title: string }[],
  ): readonly SearchGroup[] => {
    const pages = findablePages(role).map(({ path, name, words }) => ({
      ...{ path, name: i18n._(name), words: i18n._(words) },
    }));
    if (typed === '') {
      const nameOf = (path: string): string | undefined => pages.find((page) => page.path === path)?.name;
      const options = recent.map(({ path, title }) => ({ path, title: nameOf(path) ?? title, note: null }));
      return options.length === 0 ? [] : [{ name: msg`Opened lately`, options }];
    }
    if (typed.length < leastTyped) return [];
    if (looksLikeContact(typed)) {
      const note = t`The operators’ log keeps that you looked, and not for what.`;
      const option = { path: contactPath, title: t`Find the account with exactly this phone or e-mail`, note };
      return [{ name: msg`People`, options: [option] }];
    }
    const named = matchPages(typed, pages).map(({ path, name }) => ({ path, title: name, note: null }));
    const more: SearchOption = {
      ...{ path: `/transactions?${new URLSearchParams({ search: typed, noise: 'shown' }).toString()}`, passing: true },
      ...{ title: t`All transactions found`, note: null },
    };
    const targets = groupTargets(found?.targets ?? [], { i18n, assets }).map((group) =>
      group.kind === 'transaction' && found?.moreTransactions === true
        ? { ...group, options: [...group.options, more] }
        : group,
    );
    return named.length === 0 ? targets : [{ name: msg`Pages`, options: named }, ...targets];
  };
}

/** Opening a page from the palette, which is then remembered on this device, and looking for somebody by their contact. */
function useOpening(onClose: () => void) {
  const navigate = useNavigate();
  const { name } = useOperator();
  const [recent, setRecent] = useState(() => readRecent(name));
  const open = ({ path, title, passing }: SearchOption): void => {
    if (passing !== true) keepRecent(name, { path, title });
    onClose();
    void navigate(path);
  };
  const find = useMutation({
    mutationFn: (contact: string) => api.transactions.findByContact({ contact }),
    onSuccess: ({ person }) => {
      if (person !== null) open({ path: `/people/${person.id}`, title: person.publicId, note: null });
    },
  });
  const forget = (): void => {
    forgetRecent(name);
    setRecent([]);
  };
  return { open, find, recent, forget };
}

/** Opens the first thing that is found, for who presses Enter before the answer is there; not once they type on or leave. */
function useEnterFirst(typed: string, open: (answer: FoundView) => void) {
  const queries = useQueryClient();
  const wanted = useRef<string>(undefined);
  useEffect(() => {
    wanted.current = undefined;
    return () => {
      wanted.current = undefined;
    };
  }, [typed]);
  return (): void => {
    wanted.current = typed;
    queries.fetchQuery(searchQuery(typed)).then(
      (answer) => {
        if (wanted.current === typed) open(answer);
      },
      // The palette says what went wrong.
      () => undefined,
    );
  };
}
