import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { RegExpParser, visitRegExpAST, type AST } from '@eslint-community/regexpp';
import { getFirstConsumedChar, getFirstConsumedCharAfter, toCache } from 'regexp-ast-analysis';
import { analyse } from 'scslre';
import { parseAst } from 'vite';
import { listFiles, type Gate } from './gate.ts';

/** A group that is repeated fewer times than this has few ways to be matched, whatever is in it. */
const manyTimes = 10;

/**
 * No regular expression of ours has one of the common shapes that take exponential time: a repetition within a repetition that can
 * share a text in many ways, and alternatives within a repetition, at whatever depth, that begin with the same character. The
 * library finds the former of single characters. It is no full analysis, and neither are the rules for groups that are added here:
 * they look at the first character alone. Expressions put together while a program runs are not seen.
 */
export const regexpsGate: Gate = {
  name: 'regexps',
  run: (root) => {
    const files = listFiles(root, [
      '{apps,packages,services,tools,tests}/**/*.{ts,tsx,mjs}',
      'packages/signer/page/*.js',
    ]);
    // A test reads its own texts alone.
    const ours = files.filter((file) => !file.endsWith('.test.ts'));
    return Promise.resolve(ours.flatMap((file) => findSlow(file, readFileSync(join(root, file), 'utf8'))));
  },
};

type SomeNode = { readonly [name: string]: unknown };

/** The regular expressions of a source that can take exponential time, each with its line and the reason. Pure. */
export function findSlow(file: string, source: string): readonly string[] {
  // Both need a group that is repeated. Parsing every file would take ten times as long.
  if (!/\)[*+{]/.test(source)) return [];
  const found: string[] = [];
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(visit);
    if (typeof node !== 'object' || node === null) return;
    const { regex, start } = node as SomeNode;
    if (isRegex(regex)) {
      const line = source.slice(0, Number(start)).split('\n').length;
      for (const why of judgeRegExp(regex)) found.push(`${file}:${line}: /${regex.pattern}/${regex.flags}: ${why}`);
    }
    for (const part of Object.values(node)) visit(part);
  };
  visit(parseAst(source, { lang: file.endsWith('.tsx') ? 'tsx' : 'ts' }));
  return found;
}

type Written = { readonly pattern: string; readonly flags: string };

function isRegex(part: unknown): part is Written {
  return typeof part === 'object' && part !== null && 'pattern' in part && 'flags' in part;
}

/** Why a regular expression can take exponential time; empty where none of the shapes is found. Pure. */
export function judgeRegExp({ pattern, flags }: Written): readonly string[] {
  const nested = analyse({ source: pattern, flags }).reports.some(({ exponential }) => exponential);
  return [
    ...(nested ? ['a repetition within a repetition can share a text in exponentially many ways'] : []),
    ...findSlowGroups({ pattern, flags }),
  ];
}

function findSlowGroups({ pattern, flags }: Written): readonly string[] {
  const parser = new RegExpParser();
  const parsedFlags = parser.parseFlags(flags);
  const { unicode, unicodeSets } = parsedFlags;
  const cache = toCache(parsedFlags);
  const found: string[] = [];
  const firstOf = (part: AST.Alternative | AST.QuantifiableElement) => getFirstConsumedChar(part, 'ltr', cache).char;
  const judgeGroup = (group: AST.Group | AST.CapturingGroup): void => {
    const firsts = group.alternatives.map(firstOf);
    const isShared = firsts.some((first, at) => firsts.slice(at + 1).some((other) => !first.isDisjointWith(other)));
    if (isShared) found.push(`two alternatives of the repeated group ${group.raw} begin with the same character`);
  };
  // How many repetitions are around what is visited, each of many times.
  let depth = 0;
  visitRegExpAST(parser.parsePattern(pattern, 0, pattern.length, { unicode, unicodeSets }), {
    onQuantifierEnter: (quantifier) => {
      const { max, element, raw } = quantifier;
      if (max < manyTimes) return;
      const next = getFirstConsumedCharAfter(quantifier, 'ltr', cache).char;
      if (depth > 0 && 'alternatives' in element && !firstOf(element).isDisjointWith(next))
        found.push(`the repeated group ${raw} in a repetition is followed by what it begins with`);
      depth += 1;
    },
    onQuantifierLeave: ({ max }) => {
      if (max >= manyTimes) depth -= 1;
    },
    onGroupEnter: (group) => {
      if (depth > 0) judgeGroup(group);
    },
    onCapturingGroupEnter: (group) => {
      if (depth > 0) judgeGroup(group);
    },
  });
  return found;
}
