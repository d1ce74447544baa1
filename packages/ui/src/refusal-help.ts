import { createContext, type ReactNode } from 'react';

/** What every refusal ends with, as the app says: where somebody can ask about it. Nothing where the app says nothing. */
export const RefusalHelp = createContext<ReactNode>(null);
