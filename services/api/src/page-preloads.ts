import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chooseLocale } from '@tern/locales/choose-locale';

/** What the build wrote for this: paths of scripts, by what they are needed for. */
type Preloads = {
  readonly inside: readonly string[];
  readonly home: readonly string[];
  readonly languages: Readonly<Record<string, Readonly<Record<'entry' | 'inside' | 'home', readonly string[]>>>>;
};

type PageRequest = {
  readonly url: string;
  readonly headers: { readonly cookie?: string | undefined; readonly 'accept-language'?: string | undefined };
};

/** The home page, and those that lead somebody with a session to it. */
const toHome: readonly string[] = ['/pages/index/index', '/', '/pages/common/launch', '/pages/login/index'];
/** Nobody prefers more; whoever says so is not to cost time. */
const languagesMax = 10;
const session = /(?:^|;\s*)(?:__Host-)?session=/;

/**
 * Says, as the value of a `Link` header, which files a page will ask for, so that they are on their way before it does:
 * those it names, the texts of the browser's language, and for somebody with a session the scripts behind it. Undefined
 * where the build names none. A guess that costs some kilobytes where it is wrong: nothing depends on it.
 */
export function openPagePreloads(folder: string, html: string): (request: PageRequest) => string | undefined {
  const file = join(folder, 'preloads.json');
  if (!existsSync(file)) return () => undefined;
  const { inside, home, languages } = JSON.parse(readFileSync(file, 'utf8')) as Preloads;
  const first = readOwn(html);
  return ({ url, headers }) => {
    const texts = languages[chooseLocale(readLanguages(headers['accept-language'])).id];
    const isSignedIn = session.test(headers.cookie ?? '');
    const isHome = toHome.includes(url.split('?', 1)[0] ?? '');
    const files = new Set([
      ...(texts?.entry ?? []),
      ...(isSignedIn ? [...inside, ...(texts?.inside ?? [])] : []),
      ...(isSignedIn && isHome ? [...home, ...(texts?.home ?? [])] : []),
    ]);
    return [...first, ...[...files].map(announceScript)].join(', ');
  };
}

const announceScript = (path: string): string => `<${path}>; rel=modulepreload`;

/** What the page itself names. It is announced first: a browser fetches few files at a time, and these are waited for longest. */
function readOwn(html: string): readonly string[] {
  const styles = [...html.matchAll(/<link rel="stylesheet"[^>]*\shref="([^"]+)"/g)];
  const scripts = [
    ...html.matchAll(/<(?:script type="module"|link rel="modulepreload")[^>]*\s(?:src|href)="([^"]+)"/g),
  ];
  return [
    ...styles.map(([, path]) => `<${path}>; rel=preload; as=style; crossorigin`),
    ...scripts.map(([, path = '']) => announceScript(path)),
  ];
}

/** The languages of an `Accept-Language` header, in the browser's order, which is that of their weights. */
function readLanguages(header: string | undefined): readonly string[] {
  const parts = (header ?? '').split(',', languagesMax);
  return parts.map((part) => part.split(';', 1)[0]?.trim() ?? '');
}
