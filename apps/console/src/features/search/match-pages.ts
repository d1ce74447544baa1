const most = 6;

/** A page by what it is called and by what else people call it, in the language of the screen. */
export type NamedPage = { readonly path: string; readonly name: string; readonly words: string };

/**
 * The pages whose name or other words have every word that was typed in them, at most six: first those whose name begins with it,
 * then those by name, then those by another word.
 */
export function matchPages(typed: string, pages: readonly NamedPage[]): readonly NamedPage[] {
  const wanted = fold(typed)
    .split(/\s+/)
    .filter((word) => word !== '');
  if (wanted.length === 0) return [];
  const ranked = pages.flatMap((page) => {
    const [name, all] = [fold(page.name), fold(`${page.name} ${page.words}`)];
    if (!wanted.every((word) => hasWord(all, word))) return [];
    const rank = name.startsWith(wanted.join(' ')) ? 0 : wanted.every((word) => hasWord(name, word)) ? 1 : 2;
    return [{ page, rank }];
  });
  return ranked
    .toSorted((one, other) => one.rank - other.rank)
    .slice(0, most)
    .map(({ page }) => page);
}

/** Whether some word of a text begins so; in scripts without spaces, whether it stands anywhere. */
function hasWord(text: string, wanted: string): boolean {
  const at = text.indexOf(wanted);
  if (at < 0) return false;
  if (/\p{Script=Han}/u.test(wanted)) return true;
  return text.split(/[^\p{Letter}\p{Number}]+/u).some((word) => word.startsWith(wanted)) || text.startsWith(wanted);
}

/** Without capitals and accents. */
function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{Mark}/gu, '')
    .toLocaleLowerCase()
    .trim();
}
