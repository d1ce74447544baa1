/**
 * The copy of all of one's own data. The token that fetches it once goes in the body, so that it stands in no history and no log.
 * Throws where the server refuses it or cannot be reached.
 */
export async function fetchCopy(token: string): Promise<Blob> {
  const answer = await fetch('/api/account/export/copy', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token }),
  });
  if (!answer.ok) throw new Error(`the copy was refused with ${answer.status}`);
  return await answer.blob();
}
