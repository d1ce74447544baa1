import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { buildWeb } from '@tern/installation/build-web';
import type { Gate } from './gate.ts';

/**
 * Most bytes people download, compressed with brotli as the server sends them. Fonts and pictures are apart, and the script of
 * half a kilobyte that asks for first answers (apps/web/early).
 */
const budgets = {
  loginScripts: 125_500,
  home: 170_000,
  page: 35_000,
  styles: 12_000,
  wideStyles: 3_000,
  locale: 14_250,
} as const;

const dist = 'apps/web/dist';
const entry = 'index.html';
/** Only screens of 600 px and more wait for it. */
const wideStyles = 'src/app/wide.css';
const loginPage = 'src/features/entry/login/login-page.tsx';
/** The home page with the routes and the shell it comes in. */
const homePage = [
  'src/app/inside/inside-routes.ts',
  'src/app/inside/signed-in-shell.tsx',
  'src/features/home/home/home-page.tsx',
];

type BuildManifest = Readonly<Record<string, { readonly file: string; readonly imports?: readonly string[] }>>;
type Weights = {
  /** Bytes of the named pieces and of everything they import at once, each counted once. */
  readonly scripts: (...keys: readonly string[]) => number;
  /** Bytes of a page beyond what the entry has loaded already. */
  readonly page: (key: string) => number;
  readonly styles: number;
  readonly wideStyles: number;
  readonly pages: readonly string[];
  readonly locales: readonly { readonly locale: string; readonly parts: readonly string[]; readonly bytes: number }[];
};

/** Builds the web app, unless its sources are unchanged, and weighs it against the budgets. */
export const budgetsGate: Gate = {
  name: 'budgets',
  run: async (root) => {
    await buildWeb(root);
    const manifest = JSON.parse(readFileSync(join(root, dist, '.vite/manifest.json'), 'utf8')) as BuildManifest;
    const missing = [entry, loginPage, wideStyles, ...homePage].filter((key) => manifest[key] === undefined);
    if (missing.length > 0) return missing.map((key) => `the build has no ${key}`);
    return exceeded(weigh(manifest, (file) => statSync(join(root, dist, `${file}.br`)).size));
  },
};

function exceeded({ scripts, page, styles, pages, locales, ...weights }: Weights): readonly string[] {
  const textsOf = (wanted: readonly string[]): readonly string[] => {
    const largest = locales.toSorted((a, b) => b.bytes - a.bytes)[0];
    return (largest?.parts ?? []).filter((key) => wanted.includes(readText(key)?.part ?? ''));
  };
  const measured: readonly (readonly [what: string, bytes: number, budget: number])[] = [
    ['scripts of the login page', scripts(entry, loginPage, ...textsOf(['entry'])), budgets.loginScripts],
    [
      'scripts and styles of home',
      scripts(entry, ...homePage, ...textsOf(['entry', 'home', 'inside'])) + styles,
      budgets.home,
    ],
    ...pages.map((key) => [`own scripts of ${key}`, page(key), budgets.page] as const),
    ['styles', styles, budgets.styles],
    ['styles of wide screens', weights.wideStyles, budgets.wideStyles],
    ...locales.map(({ locale, bytes }) => [`texts of ${locale}`, bytes, budgets.locale] as const),
  ];
  return measured
    .filter(([, bytes, budget]) => bytes > budget)
    .map(([what, bytes, budget]) => `${what}: ${bytes} bytes, the budget is ${budget}`);
}

function weigh(manifest: BuildManifest, sizeOf: (file: string) => number): Weights {
  const closure = (keys: readonly string[], found = new Set<string>()): ReadonlySet<string> => {
    for (const key of keys) {
      if (found.has(key)) continue;
      found.add(key);
      closure(manifest[key]?.imports ?? [], found);
    }
    return found;
  };
  const total = (keys: Iterable<string>): number =>
    [...keys].reduce((sum, key) => sum + sizeOf(manifest[key]?.file ?? ''), 0);
  const atOnce = closure([entry]);
  const keys = Object.keys(manifest);
  const texts = Map.groupBy(
    keys.filter((key) => readText(key) !== undefined),
    (key) => readText(key)?.locale ?? '',
  );
  // What a page of the signed-in waits for at most: its own texts come on top of those of every page.
  const atOnceOf = (parts: readonly string[]): number => {
    const further = parts.filter((key) => !['entry', 'inside'].includes(readText(key)?.part ?? ''));
    return total(parts) - total(further) + Math.max(0, ...further.map((part) => total([part])));
  };
  return {
    scripts: (...wanted) => total(closure(wanted)),
    page: (key) => total([...closure([key])].filter((piece) => !atOnce.has(piece))),
    styles: total(keys.filter((key) => key !== wideStyles && manifest[key]?.file.endsWith('.css'))),
    wideStyles: total([wideStyles]),
    pages: keys.filter((key) => key.endsWith('-page.tsx')),
    locales: [...texts].map(([locale, parts]) => ({ locale, parts, bytes: atOnceOf(parts) })),
  };
}

/** Whose texts a piece of the build has, if any: the first ones come with the language itself. */
function readText(key: string): { readonly locale: string; readonly part: string } | undefined {
  const [, language] = /^virtual:texts\/(.+)$/.exec(key) ?? [];
  if (language !== undefined) return { locale: language, part: 'entry' };
  const [, locale, part] = /\/([^/]+)\/([^/]+)\.po$/.exec(key) ?? [];
  return locale === undefined || part === undefined ? undefined : { locale, part };
}
