import type { JsonObject } from '../json/format-message.ts';
import { parse } from '../json/text.ts';
import type { Asked } from './asked.ts';
import { RequestError, javaClasses } from './request-error.ts';

/** Nodes take up to 4 MB. */
const bodyBytesMax = 4 * 1024 * 1024;

/** Parameters of a request: the query of a GET, the JSON object of a POST. Throws `RequestError`. */
export async function readParams({ method, body: sent }: Asked, url: URL): Promise<JsonObject> {
  const query = Object.fromEntries(url.searchParams);
  if (method !== 'POST') return query;
  const text = await readBody(sent);
  if (text.trim() === '') return query;
  const body = parseBody(text);
  if (body === null || typeof body !== 'object' || Array.isArray(body)) {
    throw new RequestError('expected a JSON object', javaClasses.json);
  }
  return body as JsonObject;
}

async function readBody(sent: Asked['body']): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of sent) {
    bytes += chunk.length;
    if (bytes > bodyBytesMax)
      throw new RequestError(`body size is too big, the limit is ${bodyBytesMax}`, 'java.lang.Exception');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function parseBody(text: string): unknown {
  try {
    return parse(text);
  } catch {
    throw new RequestError('syntax error, expect {', javaClasses.json);
  }
}
