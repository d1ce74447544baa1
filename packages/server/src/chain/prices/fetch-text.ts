const timeoutMs = 5_000;
const bytesMax = 65_536;

/** What an address answers, as text. Throws where it does not answer, sends elsewhere, or does not end. */
export async function fetchText(fetch: typeof globalThis.fetch, url: string): Promise<string> {
  const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs), redirect: 'error' });
  if (!response.ok || response.body === null) throw new Error(`a source of prices answered ${response.status}`);
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body) {
    length += chunk.length;
    if (length > bytesMax) throw new Error('a source of prices answers without end');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
