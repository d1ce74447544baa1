import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openPagePreloads } from './page-preloads.ts';

const textsOf = (id: string) => ({
  entry: [`/a/${id}.js`],
  inside: [`/a/${id}-inside.js`],
  home: [`/a/${id}-home.js`],
});
const preloads = {
  inside: ['/a/routes.js', '/a/shared.js'],
  home: ['/a/home.js', '/a/shared.js'],
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

test('a visitor gets the first texts of the browser’s language and nothing of what needs a session', () => {
  expect(announced('/', { 'accept-language': 'de-CH,de;q=0.9,en;q=0.8' })).toEqual(['/a/de.js']);
  expect(announced(home, { 'accept-language': 'pt' })).toEqual(['/a/pt-BR.js']);
  expect(announced(home, { cookie: 'obsession=1; sessions=2' })).toEqual(['/a/en.js']);
});

test('with a session the pages behind it are announced, and the home page where the way leads there', () => {
  const inside = ['/a/en.js', '/a/routes.js', '/a/shared.js', '/a/en-inside.js'];
  expect(announced('/pages/my/index', { cookie })).toEqual(inside);
  expect(announced(`${home}?wallet=1`, { cookie })).toEqual([...inside, '/a/home.js', '/a/en-home.js']);
  expect(announced('/', { cookie: '__Host-session=secret' })).toEqual([...inside, '/a/home.js', '/a/en-home.js']);
});

test('what the page itself names comes first, its style before its scripts', () => {
  const html = `<link rel="icon" href="/logo.svg"><script type="module" crossorigin src="/a/index.js"></script>
    <link rel="modulepreload" crossorigin href="/a/vendor.js"><link rel="stylesheet" crossorigin href="/a/style.css">`;
  expect(openPagePreloads(folder, html)({ url: '/', headers: {} })?.split(', ')).toEqual([
    '</a/style.css>; rel=preload; as=style; crossorigin',
    '</a/index.js>; rel=modulepreload',
    '</a/vendor.js>; rel=modulepreload',
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
