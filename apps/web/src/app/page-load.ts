import { loadTexts } from '../shared/i18n.ts';
import type { PageModule, PageRoute } from '../shared/page-route.ts';
import { loadStreetTexts } from './load-street-texts.ts';

/** The way of a page from the server to this app. */
export type PageLoad = {
  /** Whether the page opens only with a session. */
  readonly isInside: boolean;
  /** The page, where it is there already. */
  readonly now: () => PageModule | undefined;
  /** Fetches the page and the texts it shows, unless they are there or on their way. A failure is tried again the next time. */
  readonly start: () => Promise<PageModule>;
};

const loads = new Map<string, PageLoad>();

/** The way of the page at this address; undefined where none is known. */
export function findPageLoad(path: string): PageLoad | undefined {
  return loads.get(path);
}

/** `file` is where the route is described: the folder says which texts the page shows, beside those of `parts`. */
export function createPageLoad(
  file: string,
  route: Pick<PageRoute<string>, 'page'>,
  {
    paths,
    parts = [],
    isInside,
  }: { readonly paths: readonly string[]; readonly parts?: readonly string[]; readonly isInside: boolean },
): PageLoad {
  let page: PageModule | undefined;
  let loading: Promise<PageModule> | undefined;
  async function load(): Promise<PageModule> {
    const [loaded] = await Promise.all([route.page(), loadStreetTexts(file), ...parts.map(loadTexts)]);
    page = loaded;
    return loaded;
  }
  const pageLoad: PageLoad = {
    isInside,
    now: () => page,
    start: () => {
      loading ??= load().catch((error: unknown) => {
        loading = undefined;
        throw error;
      });
      return loading;
    },
  };
  for (const path of paths) loads.set(path, pageLoad);
  return pageLoad;
}
