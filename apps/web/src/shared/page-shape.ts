import { createContext, useContext, type ReactNode } from 'react';

/** The shape of the content of the page around, as its route describes it. */
export const PageShapeContext = createContext<ReactNode>(null);

/** What stands in for this page's content: the same before its code is there and while its data is on its way. */
export function usePageShape(): ReactNode {
  return useContext(PageShapeContext);
}
