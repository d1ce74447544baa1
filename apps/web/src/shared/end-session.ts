import type { QueryClient } from '@tanstack/react-query';
import { signedInKey } from './session-owner.ts';
import { forgetSession } from './session.ts';

/** Ends the session on this device: first `leave` the person's pages, then drop what they showed and what was filled in. */
export async function endSession(queries: QueryClient, leave: () => Promise<void>) {
  localStorage.removeItem(signedInKey);
  await leave();
  sessionStorage.clear();
  forgetSession(queries);
}
