import { createContext } from 'react';

/** Said in place of what a button does that asks the server, while it cannot be reached; null while it can. */
export const NeedsConnection = createContext<string | null>(null);
