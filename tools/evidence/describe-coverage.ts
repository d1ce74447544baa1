import { escapeCell } from './escape-cell.ts';
import { notShown } from './not-shown.ts';
import type { PassedTest } from './read-results.ts';
import { readThreatIds } from './threat-ids.ts';

export type Threat = { readonly id: string; readonly text: string };
export type ThreatSection = {
  readonly title: string;
  /** What its table lists: threats, or in some sections rules or faults. */
  readonly heading: string;
  readonly threats: readonly Threat[];
};

const testsShownPerThreat = 4;

/** The sections and rows of docs/security/threats.md. */
export function readThreats(markdown: string): readonly ThreatSection[] {
  return markdown
    .split(/^## /m)
    .slice(1)
    .map((section) => ({
      title: section.slice(0, section.indexOf('\n')),
      heading: /^\| id \| (.*) \|$/m.exec(section)?.[1] ?? 'threat',
      threats: [...section.matchAll(/^\| ((?:F-)?[A-Z]\d*) \| (.*) \|$/gm)].map(([, id = '', text = '']) => ({
        id,
        text,
      })),
    }));
}

/** Which tests show which threat, by the ids their names and groups begin with. */
export function findEvidence(tests: readonly PassedTest[]): ReadonlyMap<string, readonly PassedTest[]> {
  const evidence = new Map<string, PassedTest[]>();
  for (const test of tests) {
    const ids = new Set([...test.groups, test.title].flatMap(readThreatIds));
    for (const id of ids) evidence.set(id, [...(evidence.get(id) ?? []), test]);
  }
  return evidence;
}

/** docs/security/coverage.md: a row for every id, in the order of the list; what no test showed says so. */
export function describeCoverage(
  sections: readonly ThreatSection[],
  evidence: ReadonlyMap<string, readonly PassedTest[]>,
): string {
  const threats = sections.flatMap((section) => section.threats);
  const shown = threats.filter(({ id }) => evidence.has(id)).length;
  const parts = [
    '# Which test shows which control',
    '',
    'After reading this page you can say which tests show the controls against each [threat](threats.md), and which tests',
    'show each invariant, each rule of honest design and each fault that the page of threats lists.',
    '',
    '`npm run coverage` generates this page from the tests that passed in the last `npm test -- --all`, by the ids at the',
    'start of their names. `npm test` fails when an id that is shown here is no longer shown by any test. Slow tests run',
    'with one of three commits ([decision](../decisions/0346-slow-tests-take-turns.md)); a run names the ids whose tests',
    'all wait.',
    '',
    `${shown} of ${threats.length} ids are shown by at least one test. Each row names at most ${testsShownPerThreat} tests. If it`,
    'ends with *and 11 more*, for example, 11 other tests show the same id.',
  ];
  for (const { title, heading, threats: rows } of sections) {
    parts.push('', `## ${title}`, '', `| id | ${heading} | shown by |`, '|---|---|---|');
    for (const { id, text } of rows) parts.push(`| ${id} | ${text} | ${describeTests(id, evidence.get(id) ?? [])} |`);
  }
  return `${parts.join('\n')}\n`;
}

const missing = 'not yet';

function describeTests(id: string, tests: readonly PassedTest[]): string {
  if (tests.length === 0) {
    const reason = notShown[id];
    return reason === undefined ? missing : `${missing}: ${reason}`;
  }
  const lines = [...new Set(tests.map(({ file, title }) => `${escapeCell(title)} (\`${file}\`)`))].toSorted();
  const more = lines.length - testsShownPerThreat;
  return [...lines.slice(0, testsShownPerThreat), ...(more > 0 ? [`and ${more} more`] : [])].join('<br>');
}

/** The ids a coverage.md claims to be shown. */
export function readClaims(coverage: string): readonly string[] {
  return [...coverage.matchAll(/^\| ((?:F-)?[A-Z]\d*) \| .* \| (.*) \|$/gm)]
    .filter(([, , tests = '']) => tests !== missing && !tests.startsWith(`${missing}: `))
    .map(([, id = '']) => id);
}
