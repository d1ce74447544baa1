import type { Defect } from './defect.ts';

/** What a run said of the defects: the day in UTC, such as 2026-11-30, and the ids of those that it could not try. */
export type DefectRun = { readonly day: string; readonly notRun: readonly string[] };

/**
 * The page about planted defects; every one of them that was run was caught when this is written. `threats` is the text of
 * the list of threats, whose headings name the areas.
 */
export function describeDefects(defects: readonly Defect[], threats: string, { day, notRun }: DefectRun): string {
  const rows = defects.map(({ id, trap, wrong, faults, caughtBy }) => {
    const places = [...new Set(faults.map(({ file, in: symbol }) => `\`${symbol}\` in \`${file}\``))];
    const outcome = notRun.includes(id) ? `not run; it is for: ${caughtBy.title}` : caughtBy.title;
    return `| \`${id}\` | ${trap} | ${wrong} | ${places.join(', ')} | ${outcome} |`;
  });
  const caught = defects.length - defects.filter(({ id }) => notRun.includes(id)).length;
  const others = caught === defects.length ? '' : `; not run: ${defects.length - caught}`;
  const areas = countByArea(defects, threats).map(({ area, count }) => `| ${area} | ${count} |`);
  return `# Planted defects

After reading this page you know which defects we plant in the code on purpose, and which test catches each one.

\`npm run defects\` generates this page. The command plants each defect in a copy of the repository and requires that the
named test, which passed before, fails. On ${day}, ${caught} of ${defects.length} defects were caught${others}.
Each defect is described by a function and what happens to it (\`tools/defects/fault.ts\`), not by a line, and the command
fails if the function is gone. \`npm run defects -- ID\` tries one defect again. The ids in parentheses are those of the
[threats](threats.md). The last column is the end of the test's name. If a search of the sources does not find it, the
name is put together from a table of cases in the test.

| area of the threats | defects |
|---|---|
${areas.join('\n')}

A defect that opens threats of two areas counts in both.

| id | known incident or trap | what the planted defect does | where | caught by |
|---|---|---|---|---|
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
