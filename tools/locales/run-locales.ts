import { mkdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { allLocales } from '@tern/locales/all-locales';
import { findingsOf, runTool } from '../gates/gate.ts';
import { listStarted, readTexts, sourceLocale, writeTexts } from './catalogues.ts';
import {
  checkLocales,
  decideOffered,
  describeOffered,
  openCopyCheck,
  readOffered,
  type LocaleState,
} from './check-locales.ts';
import { findLengthOutliers } from './find-length-outliers.ts';
import { findTextFaults } from './find-text-faults.ts';
import { readWork, workFile, writeWork } from './work-file.ts';

// `npm run locales`: what each language lacks, the work for its translators, and their work put into the catalogues.
const root = new URL('../..', import.meta.url).pathname;
const help = `npm run locales [-- options] [locale …]

Without options: what each locale lacks. With locales named, of those alone.

  --start      makes catalogues for the named locales
  --write      takes over the English texts as they are now, writes what is missing in a locale to
               .tern/locales/<locale>.json, and decides which locales are offered
  --merge      puts the translations of .tern/locales/<locale>.json into the catalogues, then as --write
  --outliers   lists translations that are unusually long
  --strict     fails unless every locale of the product (or each one named) is complete and without faults
`;

type Options = { readonly [name in 'start' | 'write' | 'merge' | 'outliers' | 'strict' | 'help']?: boolean };

const { values, positionals: named } = parseArgs({
  allowPositionals: true,
  options: Object.fromEntries(
    ['start', 'write', 'merge', 'outliers', 'strict', 'help'].map((name) => [name, { type: 'boolean' as const }]),
  ),
});
process.exitCode = await run(values);

async function run(options: Options): Promise<number> {
  const unknown = named.filter((name) => !allLocales.some(({ id }) => id === name));
  if (options.help === true || unknown.length > 0) {
    console.log(unknown.length > 0 ? `No locale of the product: ${unknown.join(', ')}\n\n${help}` : help);
    return unknown.length > 0 ? 1 : 0;
  }
  if (options.start === true)
    for (const id of named) mkdirSync(join(root, 'apps/web/src/locales', id), { recursive: true });
  if (options.merge === true) await merge();
  if (options.start === true || options.write === true || options.merge === true) await write();
  const states = await checkLocales(root);
  report(states, options);
  return options.strict === true && !isComplete(states) ? 1 : 0;
}

async function merge(): Promise<void> {
  for (const locale of listStarted(root).filter(
    (id) => id !== sourceLocale && (named.length === 0 || named.includes(id)),
  )) {
    const file = workFile(root, locale);
    const work = readWork(file);
    if (work === undefined) continue;
    const texts = new Map((await readTexts(root, locale)).map((text) => [text.id, text]));
    const isCopy = openCopyCheck(root, locale);
    const good = new Map<string, string>();
    for (const [id, translation] of work) {
      const source = texts.get(id)?.english;
      const faults =
        source === undefined
          ? ['no such text any more']
          : [
              ...findTextFaults({ locale, source, text: translation }),
              ...(isCopy({ english: source, text: translation }) ? ['is the English text'] : []),
            ];
      for (const found of faults) console.log(`  not taken: ${locale} ${JSON.stringify(source ?? id)}: ${found}`);
      if (faults.length === 0) good.set(id, translation);
    }
    await writeTexts(root, locale, good);
    console.log(`${locale}: ${good.size} of ${work.size} translations taken from ${relative(root, file)}`);
  }
}

async function write(): Promise<void> {
  const started = listStarted(root).filter((id) => id !== sourceLocale);
  // A text that moves to another part of the app would lose its translations: they are put back after the extraction.
  const before = new Map<string, ReadonlyMap<string, string>>();
  for (const id of started) {
    const texts = await readTexts(root, id);
    before.set(
      id,
      new Map(texts.flatMap(({ id: text, text: translation }) => (translation === '' ? [] : [[text, translation]]))),
    );
  }
  const extracted = await runTool(join(root, 'apps/web'), join(root, 'node_modules/.bin/lingui'), [
    'extract',
    '--clean',
  ]);
  if (extracted.code !== 0) throw new Error(findingsOf(extracted).join('\n'));
  for (const id of started) await writeTexts(root, id, before.get(id) ?? new Map());
  const states = await checkLocales(root);
  for (const { locale, missing } of states) if (locale !== sourceLocale) writeWork(root, locale, missing);
  const { file, text } = describeOffered(decideOffered(states, readOffered(root)));
  writeFileSync(join(root, file), text);
}

function report(states: readonly LocaleState[], { outliers, strict }: Options): void {
  const offered = readOffered(root);
  for (const { id } of allLocales.filter((locale) => named.length === 0 || named.includes(locale.id))) {
    const state = states.find(({ locale }) => locale === id);
    if (state === undefined) {
      console.log(`${id.padEnd(8)} no texts`);
      continue;
    }
    const { texts, missing, faults } = state;
    const whole = missing.length === 0 ? 'complete' : `${missing.length} missing`;
    const use = offered.includes(id) ? 'offered' : 'not offered';
    console.log(`${id.padEnd(8)} ${String(texts.length - missing.length).padStart(5)} texts, ${whole}, ${use}`);
    for (const fault of faults) console.log(`  ${fault}`);
    if (strict === true)
      for (const { english, parts } of missing) console.log(`  missing (${parts.join(', ')}): ${english}`);
    if (outliers === true) for (const line of findLengthOutliers(texts)) console.log(`  long: ${line}`);
  }
}

function isComplete(states: readonly LocaleState[]): boolean {
  const wanted = named.length > 0 ? named : allLocales.map(({ id }) => id);
  return wanted.every((id) => {
    const state = states.find(({ locale }) => locale === id);
    return state !== undefined && state.missing.length === 0 && state.faults.length === 0;
  });
}
