/** The words of a table as `create-seed` shows it, in the order of their numbers; none where there is no table. */
export function readShownWords(lines: readonly string[]): readonly string[] {
  const found = lines.flatMap((line) =>
    /^ ?\d/.test(line)
      ? [...line.matchAll(/(\d+) ([a-z]+)/g)].map(([, number, word]) => [Number(number), word] as const)
      : [],
  );
  return found.toSorted(([a], [b]) => a - b).map(([, word]) => word ?? '');
}
