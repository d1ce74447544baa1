import { allLocales } from '@tern/locales/all-locales';
import { expect, test } from 'vitest';
import { ensureBrowser, scripts, type Machine } from './ensure-browser.ts';

/** A machine with these packages' worth of fonts and browsers, on which installing brings what a package has. */
function machine(
  has: readonly string[],
  { mayInstall = true, env = {}, brings = (name: string) => [name] } = {},
): Machine & { readonly installed: string[] } {
  const packages = new Set(has);
  const installed: string[] = [];
  const fontOf = new Map(scripts.map((script) => [script.letter, script.package]));
  return {
    env,
    mayInstall,
    installed,
    get hasFontconfig() {
      return packages.has('fontconfig');
    },
    opensPages: (path) =>
      (path === '/usr/bin/chromium' && packages.has('chromium')) ||
      (path === '/usr/bin/chromium-headless-shell' && packages.has('chromium-headless-shell')),
    hasGlyph: (letter, weight) => {
      const font = fontOf.get(letter) ?? '';
      return packages.has(font) || (weight === 80 && packages.has(`${font} regular`));
    },
    install: async (names) => {
      installed.push(...names);
      for (const name of names.flatMap(brings)) packages.add(name);
    },
  };
}

const fonts = ['fonts-noto-core', 'fonts-noto-cjk', 'fonts-noto-color-emoji'];
const all = ['chromium', 'chromium-headless-shell', 'fontconfig', ...fonts];

test('a machine that has everything gets nothing installed', async () => {
  const complete = machine(all);
  expect(await ensureBrowser(complete)).toEqual({
    env: { CHROMIUM_PATH: '/usr/bin/chromium', CHROMIUM_HEADLESS_SHELL_PATH: '/usr/bin/chromium-headless-shell' },
  });
  expect(complete.installed).toEqual([]);
});

test('Chromium installed by hand with fonts of one script alone: the other fonts are installed', async () => {
  const half = machine(['chromium', 'chromium-headless-shell', 'fontconfig', 'fonts-noto-cjk']);
  expect(await ensureBrowser(half)).toHaveProperty('env');
  expect(half.installed).toEqual(['fonts-noto-core', 'fonts-noto-color-emoji']);
});

test('fonts without their bold faces are not enough', async () => {
  const thin = machine([...all.filter((name) => name !== 'fonts-noto-core'), 'fonts-noto-core regular']);
  expect(await ensureBrowser(thin)).toHaveProperty('env');
  expect(thin.installed).toEqual(['fonts-noto-core']);
});

test('a browser that is there and does not start is installed', async () => {
  const broken = machine(['chromium-headless-shell', 'fontconfig', ...fonts]);
  expect(await ensureBrowser(broken)).toHaveProperty('env');
  expect(broken.installed).toContain('chromium');
});

test('without the build that has no window the whole browser is used', async () => {
  const distribution = machine(
    all.filter((name) => name !== 'chromium-headless-shell'),
    { brings: () => [] },
  );
  expect(await ensureBrowser(distribution)).toEqual({ env: { CHROMIUM_PATH: '/usr/bin/chromium' } });
});

test('who may install nothing reads what is missing and which packages have it', async () => {
  const poor = machine(['chromium', 'fontconfig', 'fonts-noto-core', 'fonts-noto-color-emoji'], { mayInstall: false });
  expect(await ensureBrowser(poor)).toEqual({
    missing:
      'The browser tests need a regular and bold font for Chinese, a regular and bold font for Japanese, a regular and bold font for Korean. On Debian: apt-get install fonts-noto-cjk',
  });
  expect(poor.installed).toEqual([]);
});

test('what an installation did not bring is named', async () => {
  const offline = machine([], { brings: () => [] });
  expect(await ensureBrowser(offline)).toEqual({
    missing: expect.stringContaining(
      'a Chromium that starts, fontconfig, which finds fonts, a regular and bold font for',
    ),
  });
});

test('a browser that somebody names is used, or named as missing', async () => {
  const env = { CHROMIUM_PATH: '/opt/none' };
  expect(await ensureBrowser(machine(all, { env }))).toEqual({
    missing: 'The browser tests need a browser at /opt/none, which CHROMIUM_PATH names.',
  });
  const own = { CHROMIUM_PATH: '/usr/bin/chromium' };
  expect(await ensureBrowser(machine(all, { env: own }))).toEqual({ env: own });
});

test('every language’s own name is written in a script that is asked for', () => {
  const written = (letter: string): string =>
    ['Latin', 'Cyrillic', 'Greek', 'Arabic', 'Hebrew', 'Devanagari', 'Bengali', 'Tamil', 'Sinhala', 'Thai', 'Lao']
      .concat(['Khmer', 'Myanmar', 'Han', 'Hiragana', 'Hangul'])
      .find((name) => new RegExp(`\\p{Script=${name}}`, 'u').test(letter)) ?? 'none';
  const asked = new Set(scripts.map(({ letter }) => written(letter)));
  for (const { id, ownName } of allLocales)
    for (const letter of ownName.match(/\p{L}/gu) ?? []) expect([id, asked.has(written(letter))]).toEqual([id, true]);
});
