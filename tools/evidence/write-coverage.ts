import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readArguments } from '../command-line/read-arguments.ts';
import { describeCoverage, findEvidence, readThreats } from './describe-coverage.ts';
import { readResting } from './read-resting.ts';
import { readPassedTests, type PassedTest } from './read-results.ts';
import { describeRequirements } from './requirements/describe-requirements.ts';
import { openSources } from './requirements/open-sources.ts';
import { describeSupplyChain } from './supply-chain/describe-supply-chain.ts';

// `npm run coverage`: writes docs/security/coverage.md from the results of the last `npm test -- --all`, and the pages of
// standards and of the supply chain. `npm run coverage -- asvs` writes one page alone; that one needs no results.
const root = join(import.meta.dirname, '../..');
const pathOf = (page: string): string => join(root, 'docs/security', `${page}.md`);
const read = (page: string): string => readFileSync(pathOf(page), 'utf8');

/** Throws where tests waited for their turn: the page would lack them. */
function readAllPassed(): readonly PassedTest[] {
  const { size } = readResting(root);
  if (size > 0) throw new Error(`${size} test files waited for their turn; run npm test -- --all first`);
  return readPassedTests(root);
}

const pages: Readonly<Record<string, () => string>> = {
  coverage: () => describeCoverage(readThreats(read('threats')), findEvidence(readAllPassed())),
  asvs: () => describeRequirements(openSources(root)),
  'supply-chain': () => describeSupplyChain(root, read('supply-chain')),
};

const usage = `Usage: npm run coverage [-- PAGE …]\n  Writes pages of docs/security: ${Object.keys(pages).join(', ')}. Without a page, all.`;
const asked = readArguments({ usage, words: [0, Infinity] }).positionals;
const unknown = asked.filter((page) => !Object.hasOwn(pages, page));
if (unknown.length > 0) throw new Error(`there is no page ${unknown.join(', ')}: ${Object.keys(pages).join(', ')}`);
for (const [page, write] of Object.entries(pages))
  if (asked.length === 0 || asked.includes(page)) writeFileSync(pathOf(page), write());
