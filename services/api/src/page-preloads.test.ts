import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openPagePreloads } from './page-preloads.ts';

const textsOf = (id: string) => ({
  entry: [`/a/${id}.js`],
  inside: [`/a/${id}-inside.js`],
  home: [`/a/${id}-home.js`],
  my: [`/a/${id}-my.js`],
});
const preloads = {
  inside: ['/a/routes.js', '/a/shared.js'],
  pages: {
    '/': { scripts: ['/a/login.js'], parts: ['entry'], isInside: false },
    '/check': { scripts: ['/a/check.js', '/a/shared.js'], parts: ['my'], isInside: false },
    '/pages/index/index': { scripts: ['/a/home.js', '/a/shared.js'], parts: ['home'], isInside: true },
    '/pages/my/index': { scripts: ['/a/my.js'], parts: ['my'], isInside: true },
  },
  languages: { en: textsOf('en'), de: textsOf('de'), 'pt-BR': textsOf('pt-BR') },
};
const home = '/pages/index/index';
const cookie = 'theme=dark; session=secret';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'preloads-'));
  writeFileSync(join(folder, 'preloads.json'), JSON.stringify(preloads));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** The paths a page is announced with. */
function announced(url: string, headers: { cookie?: string; 'accept-language'?: string }): readonly string[] {
  const link = openPagePreloads(folder, '<title>Wallet</title>')({ url, headers });
  return (link ?? '').split(', ').map((part) => /^<(.+)>; rel=modulepreload$/.exec(part)?.[1] ?? part);
}

test('a visitor gets the page and its texts in the browser’s language', () => {
  expect(announced('/', { 'accept-language': 'de-CH,de;q=0.9,en;q=0.8' })).toEqual(['/a/login.js', '/a/de.js']);
  expect(announced('/check?day=1', {})).toEqual(['/a/check.js', '/a/shared.js', '/a/en.js', '/a/en-my.js']);
});

test('a visitor who wants a page behind the session is led to the login page and gets that', () => {
  expect(announced(home, { 'accept-language': 'pt' })).toEqual(['/a/login.js', '/a/pt-BR.js']);
  expect(announced(home, { cookie: 'obsession=1; sessions=2' })).toEqual(['/a/login.js', '/a/en.js']);
});

test('with a session what all pages behind it share is announced with the page, or with home where the way leads there', () => {
  const shared = ['/a/routes.js', '/a/shared.js'];
  expect(announced('/pages/my/index', { cookie })).toEqual([
    ...shared,
    '/a/my.js',
    '/a/en.js',
    '/a/en-inside.js',
    '/a/en-my.js',
  ]);
  const toHome = [...shared, '/a/home.js', '/a/en.js', '/a/en-inside.js', '/a/en-home.js'];
  expect(announced(`${home}?wallet=1`, { cookie })).toEqual(toHome);
  expect(announced('/', { cookie: '__Host-session=secret' })).toEqual(toHome);
  expect(announced('/pages/common/launch', { cookie })).toEqual(toHome);
});

test('a path that is no page gets the first texts alone, whatever it is called', () => {
  for (const path of ['/pages/nothing', '/constructor', '/__proto__'])
    expect(announced(path, {})).toEqual(['/a/en.js']);
});

test('what the page itself names comes first, before it the script that asks early, its style before its scripts', () => {
  const html = `<link rel="icon" href="/logo.svg"><script type="module" crossorigin src="/a/index.js"></script>
    <script async src="/a/early.js"></script>
    <link rel="modulepreload" crossorigin href="/a/vendor.js"><link rel="stylesheet" crossorigin href="/a/style.css">`;
  expect(openPagePreloads(folder, html)({ url: '/', headers: {} })?.split(', ')).toEqual([
    '</a/early.js>; rel=preload; as=script',
    '</a/style.css>; rel=preload; as=style; crossorigin',
    '</a/index.js>; rel=modulepreload',
    '</a/vendor.js>; rel=modulepreload',
    '</a/login.js>; rel=modulepreload',
    '</a/en.js>; rel=modulepreload',
  ]);
});

test('no header of a browser breaks it or makes it slow', () => {
  for (const language of ['', '*', ',,;q=1', 'x'.repeat(9_000), 'zz-'.repeat(3_000), Array(8_000).fill('a').join()]) {
    expect(announced('//', { 'accept-language': language, cookie: '=;;session' })).toEqual(['/a/en.js']);
  }
});

test('a build that names nothing announces nothing', () => {
  rmSync(join(folder, 'preloads.json'));
  expect(openPagePreloads(folder, '')({ url: home, headers: { cookie } })).toBeUndefined();
});
