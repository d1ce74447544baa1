import { posix } from 'node:path';
import { escapeCell } from '../escape-cell.ts';
import { chapters, type Chapter } from './asvs-ids.ts';
import { ccss } from './ccss.ts';
import { findEvidenceOf, type Found, type Sources } from './check-requirements.ts';
import type { Judgement } from './requirement.ts';
import { asvs } from './standards.ts';
import { transactionAuthorization } from './transaction-authorization.ts';

type Verdict = Judgement['verdict'];
const verdicts: readonly Verdict[] = ['met', 'not met', 'not applicable'];

/** docs/security/asvs.md, written anew from the judgements. Throws where evidence is not there. */
export function describeRequirements(sources: Sources): string {
  const byId = new Map(asvs.judgements.map((judgement) => [judgement.id, judgement]));
  const all = chapters.flatMap(({ requirements }) => requirements);
  const left = all.filter(({ id }) => !byId.has(id)).map(({ id }) => id);
  const open = asvs.judgements.filter(({ verdict }) => verdict === 'not met');
  return [
    ...opening(asvs.judgements.length, left.length),
    '## Sums',
    '',
    '| chapter | level 1 and 2 | met | not met | not applicable | level 3, judged | met | not met | not applicable |',
    '|---|---|---|---|---|---|---|---|---|',
    ...chapters.map((chapter) => sumsOf(`${chapter.id} ${chapter.name}`, chapter.requirements, byId)),
    sumsOf('all', all, byId),
    '',
    `CCSS: ${countOf(ccss)}. Transaction Authorization: ${countOf(transactionAuthorization)}.`,
    '',
    '## What is not met',
    '',
    '| id | what is missing | what would end it |',
    '|---|---|---|',
    ...open.map(({ id, text, plan = '' }) => `| ${id} | ${escapeCell(text)} | ${escapeCell(plan)} |`),
    ...chapters.flatMap((chapter) => describeChapter(sources, chapter, byId)),
    ...describeOthers(sources),
    '## Level 3 requirements that were not judged',
    '',
    ...wrap(left),
    '',
  ].join('\n');
}

function opening(judged: number, left: number): readonly string[] {
  return [
    '# Requirements of OWASP ASVS, CCSS and Transaction Authorization',
    '',
    'After reading this page you know for each requirement whether it is met and which tests or pages show that, why it',
    'does not apply, or what is missing.',
    '',
    `The page judges ${judged} requirements of OWASP ASVS 5.0.0: all of levels 1 and 2, and those of level 3 whose failure`,
    'could move money, expose a key or a factor, or open the way to either. Some that take one line to judge are',
    `included. The other ${left} of level 3 are [listed](#level-3-requirements-that-were-not-judged). This is our own`,
    'judgement, made on 2026-11-30 by one reader, from the tests that are named and the code behind them. Nobody outside',
    'has audited it, and OWASP certifies nobody.',
    '',
    'The ids are those of the standards. Read a requirement itself in',
    '[the standard](https://github.com/OWASP/ASVS/tree/v5.0.0): its texts are under CC BY-SA, and this page has its own words',
    'instead ([decision](../decisions/0322-requirements-by-id-in-our-own-words.md)).',
    '',
    '`npm run coverage -- asvs` writes this page from `tools/evidence/requirements`. A test fails when the page is not',
    'current, when a requirement of level 1 or 2 is not judged, or when a test that is named here is gone. `npm test`',
    'also fails when a named test ran and did not pass. Slow tests run with one of three commits',
    '([decision](../decisions/0346-slow-tests-take-turns.md)); a run names the requirements whose tests wait. An id such as',
    '`W20` is a threat: [coverage](coverage.md) lists the tests that show it.',
    '',
  ];
}

function sumsOf(title: string, requirements: Chapter['requirements'], byId: ReadonlyMap<string, Judgement>): string {
  const cells = [
    requirements.filter(({ level }) => level < 3),
    requirements.filter(({ id, level }) => level === 3 && byId.has(id)),
  ].flatMap((part) => [
    part.length,
    ...verdicts.map((verdict) => part.filter(({ id }) => byId.get(id)?.verdict === verdict).length),
  ]);
  return `| ${title} | ${cells.join(' | ')} |`;
}

function countOf(judgements: readonly Judgement[]): string {
  return verdicts
    .map((verdict) => `${judgements.filter((judgement) => judgement.verdict === verdict).length} ${verdict}`)
    .join(', ');
}

function describeChapter(
  sources: Sources,
  { id: chapter, name, requirements }: Chapter,
  byId: ReadonlyMap<string, Judgement>,
): readonly string[] {
  const rows = requirements.flatMap(({ id, level }) => {
    const judgement = byId.get(id);
    return judgement === undefined ? [] : [{ ids: [id], level: String(level), judgement }];
  });
  const merged: typeof rows = [];
  for (const row of rows) {
    const last = merged.at(-1);
    const isSame = last?.judgement.verdict === 'not applicable' && last.judgement.text === row.judgement.text;
    if (isSame && last.level === row.level) last.ids.push(...row.ids);
    else merged.push(row);
  }
  return [
    '',
    `## ${chapter} ${name}`,
    '',
    '| id | level | verdict | why | shown by |',
    '|---|---|---|---|---|',
    ...merged.map(
      ({ ids, level, judgement }) =>
        `| ${ids.join(', ')} | ${level} | ${describeVerdict(judgement)} | ${escapeCell(judgement.text)} | ${describeEvidence(sources, judgement)} |`,
    ),
  ];
}

function describeOthers(sources: Sources): readonly string[] {
  const table = (judgements: readonly Judgement[]): readonly string[] => [
    '',
    '| id | verdict | why | what would end it | shown by |',
    '|---|---|---|---|---|',
    ...judgements.map(
      (judgement) =>
        `| ${judgement.id} | ${describeVerdict(judgement)} | ${escapeCell(judgement.text)} | ${escapeCell(judgement.plan ?? '')} | ${describeEvidence(sources, judgement)} |`,
    ),
    '',
  ];
  return [
    '',
    '## CCSS',
    '',
    'The numbers are those of version 8 of the CryptoCurrency Security Standard; version 9 was not at hand. Only an auditor',
    'of the standard can certify a system, and much of it is about people and places, of which a repository says nothing.',
    ...table(ccss),
    '## Transaction Authorization',
    '',
    'The numbers are those of the OWASP Transaction Authorization cheat sheet.',
    ...table(transactionAuthorization),
  ];
}

const marks: Readonly<Record<Verdict, string>> = {
  met: 'met',
  'not met': '**not met**',
  'not applicable': 'not applicable',
};

function describeVerdict({ verdict }: Judgement): string {
  return marks[verdict];
}

function describeEvidence(sources: Sources, { evidence }: Judgement): string {
  return evidence.map((each) => describeFound(findEvidenceOf(sources, each))).join('<br>');
}

function describeFound(found: Found): string {
  switch (found.kind) {
    case 'threat':
      return `[${found.id}](coverage.md)`;
    case 'gate':
      return `gate \`${found.name}\``;
    case 'page':
      return `[${found.name}](${posix.relative('docs/security', found.name)})`;
    case 'test':
      return `${escapeCell(found.title)} (\`${found.file}\`)`;
  }
}

/** Ids as lines of a document. */
function wrap(ids: readonly string[]): readonly string[] {
  const perLine = 12;
  return Array.from({ length: Math.ceil(ids.length / perLine) }, (_, line) => {
    const isLast = (line + 1) * perLine >= ids.length;
    return `${ids.slice(line * perLine, (line + 1) * perLine).join(', ')}${isLast ? '.' : ','}`;
  });
}
