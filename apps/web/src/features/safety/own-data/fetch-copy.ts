import { readRefusal } from '../../../shared/read-refusal.ts';

/**
 * The copy of all of one's own data. The token that fetches it once goes in the body, so that it stands in no history and no log.
 * Throws an `ORPCError` with the problem's code where the server refuses it, or any other error when no usable answer came.
 */
export async function fetchCopy(token: string): Promise<Blob> {
  const answer = await fetch('/api/account/export/copy', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token }),
  });
  if (!answer.ok) throw readRefusal(await answer.json());
  return await answer.blob();
}
