import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { RegExpParser, visitRegExpAST, type AST } from '@eslint-community/regexpp';
import { getFirstConsumedChar, toCache } from 'regexp-ast-analysis';
import { analyse } from 'scslre';
import { parseAst } from 'vite';
import { listFiles, type Gate } from './gate.ts';

/** A group that is repeated fewer times than this has few ways to be matched, whatever is in it. */
const manyTimes = 10;

/**
 * No regular expression of ours can take exponential time. Two things make one do so: a repetition within a repetition that can
 * share a text in many ways, which the library finds, and alternatives within a repetition that can match the same text, which
 * it does not: those have to begin with different characters. Expressions put together while a program runs are not seen.
 */
export const regexpsGate: Gate = {
  name: 'regexps',
  run: (root) => {
    const files = listFiles(root, ['{apps,packages,services,tools,tests}/**/*.{ts,tsx,mjs}']);
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

/** Why a regular expression can take exponential time; empty where it cannot. Pure. */
export function judgeRegExp({ pattern, flags }: Written): readonly string[] {
  const nested = analyse({ source: pattern, flags }).reports.some(({ exponential }) => exponential);
  return [
    ...(nested ? ['a repetition within a repetition can share a text in exponentially many ways'] : []),
    ...findSharedBeginnings({ pattern, flags }).map(
      (group) => `two alternatives of the repeated group ${group} begin with the same character`,
    ),
  ];
}

function findSharedBeginnings({ pattern, flags }: Written): readonly string[] {
  const parser = new RegExpParser();
  const parsedFlags = parser.parseFlags(flags);
  const { unicode, unicodeSets } = parsedFlags;
  const cache = toCache(parsedFlags);
  const groups: string[] = [];
  const firstOf = (alternative: AST.Alternative) => getFirstConsumedChar(alternative, 'ltr', cache).char;
  visitRegExpAST(parser.parsePattern(pattern, 0, pattern.length, { unicode, unicodeSets }), {
    onQuantifierEnter: ({ max, element }) => {
      if (max < manyTimes || !('alternatives' in element)) return;
      const firsts = element.alternatives.map(firstOf);
      const isShared = firsts.some((first, at) => firsts.slice(at + 1).some((other) => !first.isDisjointWith(other)));
      if (isShared) groups.push(element.raw);
    },
  });
  return groups;
}
