import type { Defect } from './defect.ts';

/**
 * The page about planted defects; every one of them was caught when this is written. `threats` is the text of the list of
 * threats, whose headings name the areas.
 */
export function describeDefects(defects: readonly Defect[], threats: string): string {
  const rows = defects.map(({ trap, wrong, faults, caughtBy }) => {
    const places = [...new Set(faults.map(({ file, in: symbol }) => `\`${symbol}\` in \`${file}\``))];
    return `| ${trap} | ${wrong} | ${places.join(', ')} | ${caughtBy.title} |`;
  });
  const areas = countByArea(defects, threats).map(({ area, count }) => `| ${area} | ${count} |`);
  return `# Planted defects

After reading this page you know which defects we plant in the code on purpose, and which test catches each one.

\`npm run defects\` generates this page. The command plants each defect in a copy of the repository and requires that the
named test, which passed before, fails. In the last run, ${defects.length} of ${defects.length} defects were caught.
Each defect is described by a function and what happens to it (\`tools/defects/fault.ts\`), not by a line, and the command
fails if the function is gone. The ids in parentheses are those of the [threats](threats.md). The last column is the end of
the test's name. If a search of the sources does not find it, the name is put together from a table of cases in the test.

| area of the threats | defects |
|---|---|
${areas.join('\n')}

A defect that opens threats of two areas counts in both.

| known incident or trap | what the planted defect does | where | caught by |
|---|---|---|---|
${rows.join('\n')}
`;
}

/** For each area of the list of threats, also one without any. */
export function countByArea(
  defects: readonly Defect[],
  threats: string,
): readonly { readonly area: string; readonly count: number }[] {
  const areas = [...threats.matchAll(/^## (.+) \(([A-Z])\)$/gm)].map(([, name = '', letter = '']) => ({
    name,
    letter,
  }));
  const lettersOf = ({ trap }: Defect): readonly string[] =>
    [...trap.matchAll(/\b(?:([A-Z])\d{2}|(F)-[A-Z]\d?)\b/g)].map(([, letter, fault]) => letter ?? fault ?? '');
  const counted = areas.map(({ name, letter }) => ({
    area: `${name} (${letter})`,
    count: defects.filter((defect) => lettersOf(defect).includes(letter)).length,
  }));
  const none = defects.filter((defect) => lettersOf(defect).length === 0).length;
  return [...counted, { area: 'none of them', count: none }];
}
