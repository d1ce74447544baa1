import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { listFiles, type Gate } from './gate.ts';
import { findRetired, glossaryFile, readRetiredWords, textFiles } from './retired-words.ts';
import { bannedTexts, linesMax, longFiles } from './tidy-rules.ts';
import { findOwnConversions } from './wire-rules.ts';

const codeFiles = ['{apps,packages,services,tests,tools}/**/*.{ts,tsx,mts,mjs,css,sql,html}', '*.ts'];
const documentFiles = ['*.md', 'docs/**/*.md', '{apps,deploy,packages,services,tests,tools}/**/*.md'];
/** Written by tools. */
const generated = /^tools\/runtime\/|^tests\/upgrade\/releases\/|^packages\/db\/src\/schema\.ts$|\/generated\//;
/** The places that have to spell the rules out. */
const spellsOut = /^tools\/gates\/(?:tidy-rules|retired-words|gates\.test|tidy\.test)\.ts$/;

/** Documents in which generated rows quote the names of tests without backticks. */
const quotesTests = /^docs\/security\/(?:asvs|coverage|defects)\.md$/;

/** Of a line of prose. */
const widthMax = 120;
/** Quotes whole texts of screens, each in one line. */
const listsTexts = /^docs\/changed-texts\.md$/;

/** House rules a reader would otherwise have to remember: banned and retired words, long files, broken links. */
export const tidyGate: Gate = {
  name: 'tidy',
  run: (root) => {
    const written = listFiles(root, codeFiles).filter((file) => !generated.test(file));
    const code = written.filter((file) => !spellsOut.test(file));
    const documents = listFiles(root, documentFiles).filter((file) => !generated.test(file));
    const read = (file: string): string => readFileSync(join(root, file), 'utf8');
    const retired = readRetiredWords(read(glossaryFile));
    const texts = listFiles(root, textFiles);
    const checked = [...code, ...documents, ...texts].filter((file) => !quotesTests.test(file));
    return Promise.resolve([
      ...(texts.length < 10 ? [`only ${texts.length} catalogues of English texts found`] : []),
      ...(code.length < 50 ? [`only ${code.length} source files found`] : []),
      ...code.flatMap((file) => bannedIn(file, read(file))),
      ...written.flatMap((file) => tooLong(file, read(file))),
      ...findOwnConversions(code, read),
      ...documents.flatMap((file) => [...bannedIn(file, read(file)), ...faultsOfDocument(root, file, read(file))]),
      ...retired.faults,
      ...checked.flatMap((file) => findRetired(retired.refused, file, read(file))),
      ...faultsOfDecisions(
        documents.filter((file) => file.startsWith('docs/decisions/')),
        read,
      ),
    ]);
  },
};

function bannedIn(file: string, text: string): readonly string[] {
  const rules = bannedTexts.filter(
    (rule) => (rule.within?.test(file) ?? true) && !(rule.except?.test(file) ?? false) && rule.text.test(text),
  );
  if (rules.length === 0) return [];
  return text.split('\n').flatMap((line, index) => {
    const broken = rules.filter((rule) => rule.text.test(line));
    return broken.map((rule) => `${file}:${index + 1}: ${rule.text.exec(line)?.[0]}: ${rule.reason}`);
  });
}

function tooLong(file: string, text: string): readonly string[] {
  // A migration is never touched again, so it cannot be split either.
  if (file.endsWith('.sql')) return [];
  const lines = text.split('\n').length - 1;
  const max = longFiles[file] ?? linesMax;
  if (lines > max) return [`${file}: ${lines} lines, at most ${max}`];
  return [];
}

function faultsOfDocument(root: string, file: string, text: string): readonly string[] {
  const prose = text.replaceAll(/^```[\s\S]*?^```/gm, '');
  const titles = prose.match(/^# /gm)?.length ?? 0;
  const links = [...prose.matchAll(/(?<!!)\[[^\]]*\]\((?!https?:|mailto:|#)([^)#\s]+)[^)]*\)/g)].map(
    ([, target = '']) => target,
  );
  return [
    ...(titles === 1 ? [] : [`${file}: ${titles} titles, a document has one`]),
    ...(listsTexts.test(file) ? [] : tooWide(text)).map((line) => `${file}:${line}: wider than ${widthMax} characters`),
    ...links
      .filter((target) => !existsSync(join(root, dirname(file), target)))
      .map((target) => `${file}: the link to ${target} leads nowhere`),
  ];
}

/** Lines of prose that could end earlier: no tables, no code, and nothing without a space to end at. */
function tooWide(text: string): readonly number[] {
  let isCode = false;
  return text.split('\n').flatMap((line, index) => {
    if (/^\s*```/.test(line)) isCode = !isCode;
    const isProse = !isCode && !/^\s*(?:\||<|#|```)/.test(line);
    return isProse && line.length > widthMax && /\S \S/.test(line.slice(4, widthMax)) ? [index + 1] : [];
  });
}

/** Decisions are cited by number: each number once, in the file's name and in its title, with a status. */
function faultsOfDecisions(files: readonly string[], read: (file: string) => string): readonly string[] {
  const numbers = files.map((file) => /\/(\d{4})-[a-z0-9-]+\.md$/.exec(file)?.[1]);
  return files.flatMap((file, index) => {
    const number = numbers[index];
    if (number === undefined) return [`${file}: a decision is named NNNN-what-was-decided.md`];
    const text = read(file);
    return [
      ...(numbers.indexOf(number) === index ? [] : [`${file}: the number ${number} is taken`]),
      ...(text.startsWith(`# ${number} `) ? [] : [`${file}: the title does not begin with its number`]),
      ...(/^Status: \w/m.test(text) ? [] : [`${file}: no status`]),
    ];
  });
}
