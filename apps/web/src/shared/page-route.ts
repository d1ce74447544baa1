import type { MessageDescriptor } from '@lingui/core';
import type { ComponentType } from 'react';
import type { InsidePath, OpenPath } from './paths.ts';

type PageRoute<Path> = {
  readonly path: Path;
  /** For the document's title. */
  readonly title: MessageDescriptor;
  /** Fetched when somebody goes there, together with the texts of the street the folder lies in. */
  readonly page: () => Promise<{ readonly Component: ComponentType }>;
};

/** What `open-route.ts` in a screen's folder exports as `route`: the page opens to everybody. */
export type OpenRoute = PageRoute<OpenPath | '*'> & {
  /** A second address of the same page. */
  readonly alias?: OpenPath;
  /** Whoever has a session is led on to where they wanted to go. */
  readonly forVisitors?: true;
  /** It shows what pages inside share, and waits for their texts too. */
  readonly withInsideTexts?: true;
};

/** What `inside-route.ts` exports as `route`: the page opens with a session only. */
export type InsideRoute = PageRoute<InsidePath>;
