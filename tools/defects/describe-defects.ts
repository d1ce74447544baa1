import type { Defect } from './defect.ts';

/** The page about planted defects; every one of them was caught when this is written. */
export function describeDefects(defects: readonly Defect[]): string {
  const rows = defects.map(({ trap, wrong, edits, caughtBy }) => {
    const [{ file } = { file: '' }] = edits;
    return `| ${trap} | ${wrong} | \`${file}\` | ${caughtBy.title} |`;
  });
  return `# Planted defects

After reading this page you know which faults we plant on purpose, and which test catches each one.

\`npm run defects\` generates this page. The command plants each fault in a copy of the repository and requires that the named test,
which passed before, fails. In the last run, ${defects.length} of ${defects.length} faults were caught.

| known incident or trap | what the planted fault does | where | caught by |
|---|---|---|---|
${rows.join('\n')}
`;
}
