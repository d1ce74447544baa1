import { useSearchParams } from 'react-router';

/**
 * What a list is narrowed to, as the page's address has it, and a way to change some of it: an empty value takes one away. Of
 * `places`, where in the list one was, none stays: another filter begins at its first page.
 */
export function useAddressFilter<Name extends string>(
  places: readonly Name[] = [],
): readonly [URLSearchParams, (changes: Readonly<Partial<Record<Name, string>>>) => void] {
  const [params, setParams] = useSearchParams();
  const change = (changes: Readonly<Partial<Record<Name, string>>>) => {
    // What the address says now: this rendering may be older than a filter that was chosen a moment ago.
    const next = new URLSearchParams(globalThis.location.search);
    for (const name of places) next.delete(name);
    for (const [name, value] of Object.entries<string | undefined>(changes)) {
      if (value === undefined || value === '') next.delete(name);
      else next.set(name, value);
    }
    setParams(next);
  };
  return [params, change];
}
