import { createContext, createElement, Fragment, useContext, type ReactElement } from 'react';

/** The shape of the content of the page around, as its route describes it. */
export const PageShapeContext = createContext<ReactElement>(createElement(Fragment));

/** What stands in for this page's content: the same before its code is there and while its data is on its way. */
export function usePageShape(): ReactElement {
  return useContext(PageShapeContext);
}
