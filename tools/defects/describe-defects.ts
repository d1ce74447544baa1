import type { Defect } from './defect.ts';

/** The page about planted defects; every one of them was caught when this is written. */
export function describeDefects(defects: readonly Defect[]): string {
  const rows = defects.map(({ trap, wrong, edits, caughtBy }) => {
    const [{ file } = { file: '' }] = edits;
    return `| ${trap} | ${wrong} | \`${file}\` | ${caughtBy.title} |`;
  });
  return `# Planted defects

After reading this page you know which defects we plant in the code on purpose, and which test catches each one.

\`npm run defects\` generates this page. The command plants each defect in a copy of the repository and requires that the
named test, which passed before, fails. In the last run, ${defects.length} of ${defects.length} defects were caught.
The ids in parentheses are those of the [threats](threats.md). The last column is the end of the test's name. If a
search of the sources does not find it, the name is put together from a table of cases in the test.

| known incident or trap | what the planted defect does | where | caught by |
|---|---|---|---|
${rows.join('\n')}
`;
}
