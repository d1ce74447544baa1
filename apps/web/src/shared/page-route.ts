import type { MessageDescriptor } from '@lingui/core';
import type { QueryClient } from '@tanstack/react-query';
import type { InstallationView } from '@tern/contracts/routes/installation';
import type { ComponentType, ReactNode } from 'react';
import type { InsidePath, OpenPath } from './paths.ts';

/** What the file of a page exports. */
export type PageModule = {
  readonly Component: ComponentType;
  /** Asks for what the page shows first, while a press that leads there is not over yet. */
  readonly askFirst?: (queries: QueryClient) => void;
};

export type PageRoute<Path> = {
  readonly path: Path;
  /** For the document's title, and for the bar until the page is there. */
  readonly title: MessageDescriptor;
  /** Fetched when somebody goes there, together with the texts of the street the folder lies in. */
  readonly page: () => Promise<PageModule>;
  /** What stands in place of the content until then; where nothing is said, rows inside and lines of text before the login. */
  readonly Shape?: ComponentType;
  /** For a page with a bar of its own: its shape is the whole page. */
  readonly WholeShape?: ComponentType<{ readonly title: ReactNode }>;
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
export type InsideRoute = PageRoute<InsidePath> & {
  /** It is the first page of this tab, with a large title where the installation shows the tab. */
  readonly tab?: InstallationView['tabs'][number];
};
