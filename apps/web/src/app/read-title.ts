import type { I18n } from '@lingui/core';
import type { PageRoute } from '../shared/page-route.ts';

/** The name of a page; undefined where its texts could not be fetched. */
export function readTitle(i18n: I18n, route: Pick<PageRoute<string>, 'title'> | undefined): string | undefined {
  return route && route.title.id in i18n.messages ? i18n._(route.title) : undefined;
}
