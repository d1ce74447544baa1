import { readdirSync } from 'node:fs';
import { defineConfig } from '@lingui/conf';
import { formatter } from '@lingui/format-po';

const source = '<rootDir>/src';
const entryPages = foldersOf(['launch', 'login', 'not-found']);
const insideApp = `${source}/app/inside`;
const insideShared = [
  'present-factor/**',
  'records/**',
  'copy-button.tsx',
  'hide-balances-button.tsx',
  'hold-note.tsx',
  'load-more.tsx',
  'missing-factor-sheet.tsx',
  'network-name.ts',
  'new-password-fields.tsx',
  'outdated-note.tsx',
  'notification-switches.tsx',
  'push-switch.tsx',
  'problem-texts-my.ts',
  'problem-texts-protection.ts',
  'problem-texts-transfer.ts',
  'use-hide-balances.ts',
].map((part) => `${source}/shared/${part}`);
const documents = [`${source}/features/protocol`];
/** Pages whose texts come with them, by the part they are in. */
const furtherParts = {
  activity: ['activity'],
  money: ['address-book', 'scan', 'transfer'],
  home: ['home'],
  my: ['messages', 'my', 'profile'],
  offers: [],
  records: ['receive', 'records'],
  register: ['register'],
  reward: ['reward', 'swap'],
  safety: ['factors', 'recover'],
  settings: ['about', 'language', 'self-check', 'settings', 'status', 'support', 'wallets'],
};
/** Shared by several pages or for the sake of the whole catalogue of problems, met on these pages alone. */
const furtherShared: Readonly<Record<string, readonly string[]>> = {
  activity: [`${source}/shared/problem-texts-activity.ts`],
  my: [
    `${source}/shared/security-event-texts.ts`,
    `${source}/shared/record-reason-texts.ts`,
    `${source}/shared/activation/bonus-refusal-texts.ts`,
    `${source}/shared/install-row.tsx`,
  ],
  offers: [
    `${source}/shared/activation/**`,
    `${source}/shared/country-sheet.tsx`,
    `${source}/shared/problem-texts-country.ts`,
  ],
  records: [`${source}/shared/record-reason-texts.ts`],
  register: [`${source}/shared/accept-sentence.tsx`],
  reward: [`${source}/shared/price-basis.ts`, `${source}/shared/problem-texts-swap.ts`],
  settings: [`${source}/shared/problem-texts-complaints.ts`],
};
const tests = '**/*.test.ts';

function foldersOf(features: readonly string[]): string[] {
  return features.map((feature) => `${source}/features/${feature}`);
}

function within(folders: readonly string[]): string[] {
  return folders.map((folder) => `${folder}/**`);
}

/** Each part of the texts arrives with the pages that need it: `entry` at once, `inside` with the session, others with their pages. */
export default defineConfig({
  sourceLocale: 'en',
  // Those that were started, offered or not: what is not translated yet is said in English.
  locales: readdirSync(new URL('./src/locales', import.meta.url)).toSorted(),
  fallbackLocales: { default: 'en' },
  catalogs: [
    {
      path: `${source}/locales/{locale}/entry`,
      include: [`${source}/app`, `${source}/shared`, ...entryPages, '<rootDir>/../../packages/ui/src'],
      exclude: [tests, ...within([insideApp]), ...insideShared, ...Object.values(furtherShared).flat()],
    },
    {
      path: `${source}/locales/{locale}/inside`,
      include: [`${source}/features`, insideApp, ...insideShared],
      exclude: [tests, ...within([...entryPages, ...documents, ...foldersOf(Object.values(furtherParts).flat())])],
    },
    ...Object.entries(furtherParts).map(([part, pages]) => ({
      path: `${source}/locales/{locale}/${part}`,
      include: [...foldersOf(pages), ...(furtherShared[part] ?? [])],
      exclude: [tests],
    })),
    {
      path: `${source}/locales/{locale}/documents`,
      include: [...documents, `${source}/shared/accept-sentence.tsx`],
      exclude: [tests],
    },
  ],
  // What people write is never taken for markup of a translation.
  runtimeConfigModule: { Trans: ['@tern/ui/trans', 'Trans'] },
  format: formatter({ lineNumbers: false }),
});
