import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chooseLocale } from '@tern/locales/choose-locale';

/** What the build wrote for this: paths of scripts, by what they are needed for. */
type Preloads = {
  /** Every page behind the session. */
  readonly inside: readonly string[];
  /** Each page by its path; a build of before has none. */
  readonly pages?: Readonly<Record<string, Page | undefined>>;
  readonly languages: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
};

type Page = {
  readonly scripts: readonly string[];
  /** The parts of the texts that it waits for. */
  readonly parts: readonly string[];
  /** Whether it opens with a session only. */
  readonly isInside: boolean;
};

type PageRequest = {
  readonly url: string;
  readonly headers: { readonly cookie?: string | undefined; readonly 'accept-language'?: string | undefined };
};

const [home, login] = ['/pages/index/index', '/'];
/** Pages that lead somebody with a session to the home page. */
const toHome: readonly string[] = [login, '/pages/common/launch', '/pages/login/index'];
/** Nobody prefers more; whoever says so is not to cost time. */
const languagesMax = 10;
const session = /(?:^|;\s*)(?:__Host-)?session=/;

/**
 * Says, as the value of a `Link` header, which files a page will ask for, so that they are on their way before it does:
 * those it names, the page's own with its texts in the browser's language, and for somebody with a session the scripts behind
 * it. Undefined where the build names none. A guess that costs some kilobytes where it is wrong: nothing depends on it.
 */
export function openPagePreloads(folder: string, html: string): (request: PageRequest) => string | undefined {
  const file = join(folder, 'preloads.json');
  if (!existsSync(file)) return () => undefined;
  const { inside, pages = {}, languages } = JSON.parse(readFileSync(file, 'utf8')) as Preloads;
  const first = readOwn(html);
  return ({ url, headers }) => {
    const texts = languages[chooseLocale(readLanguages(headers['accept-language'])).id] ?? {};
    const isSignedIn = session.test(headers.cookie ?? '');
    const path = url.split('?', 1)[0] ?? '';
    const wanted = Object.hasOwn(pages, path) ? pages[path] : undefined;
    const page = isSignedIn ? (toHome.includes(path) ? pages[home] : wanted) : wanted?.isInside ? pages[login] : wanted;
    const parts = ['entry', ...(isSignedIn ? ['inside'] : []), ...(page?.parts ?? [])];
    const files = new Set([
      ...(isSignedIn ? inside : []),
      ...(page?.scripts ?? []),
      ...parts.flatMap((part) => texts[part] ?? []),
    ]);
    return [...first, ...[...files].map(announceScript)].join(', ');
  };
}

const announceScript = (path: string): string => `<${path}>; rel=modulepreload`;

/**
 * What the page itself names. It is announced first: a browser fetches few files at a time, and these are waited for longest.
 * Before them the small script that asks for answers.
 */
function readOwn(html: string): readonly string[] {
  const early = [...html.matchAll(/<script async src="([^"]+)"/g)];
  const styles = [...html.matchAll(/<link rel="stylesheet"[^>]*\shref="([^"]+)"/g)];
  const scripts = [
    ...html.matchAll(/<(?:script type="module"|link rel="modulepreload")[^>]*\s(?:src|href)="([^"]+)"/g),
  ];
  return [
    ...early.map(([, path]) => `<${path}>; rel=preload; as=script`),
    ...styles.map(([, path]) => `<${path}>; rel=preload; as=style; crossorigin`),
    ...scripts.map(([, path = '']) => announceScript(path)),
  ];
}

/** The languages of an `Accept-Language` header, in the browser's order, which is that of their weights. */
function readLanguages(header: string | undefined): readonly string[] {
  const parts = (header ?? '').split(',', languagesMax);
  return parts.map((part) => part.split(';', 1)[0]?.trim() ?? '');
}
