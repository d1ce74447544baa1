import { createContext, type ReactNode } from 'react';

/** What every page says below its bar, whatever it shows. */
export const PageNotice = createContext<ReactNode>(null);
