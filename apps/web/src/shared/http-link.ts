import type { ClientContext, ClientLink } from '@orpc/client';
import { forgetEarlyAnswers, takeEarlyAnswer } from './early-answers.ts';
import { noteAnswer } from './first-answer.ts';
import { readRefusal } from './read-refusal.ts';

type Route = { readonly method: string; readonly path: string; readonly isDetailed: boolean };
/** What a call puts where. */
type Parts = { params?: Fields; query?: Fields; headers?: Record<string, string>; body?: unknown };
type Fields = Readonly<Record<string, unknown>>;

const answerWithinMs = 20_000;

/** The server says something on a stream every few seconds, if only that it is there; one that is silent for so long is dead. */
const silenceMs = 40_000;

/**
 * Carries the typed client's calls over HTTP as the contract's routes say: parameters into the path, the rest into the
 * query or a JSON body; answers are JSON or a stream of events. A refusal is an `ORPCError` with its problem code; no
 * usable answer within 20 seconds is any other error.
 *
 * The library's own link does the same for files, dates and nested queries, which this API has none of, at five times
 * the size; every page pays for it.
 */
export function httpLink(contract: object, baseUrl: string): ClientLink<ClientContext> {
  return {
    call: async (path, input, { signal, lastEventId }) => {
      const route = findRoute(contract, path);
      const { params = {}, query = {}, headers = {}, body } = toParts(route, input);
      const url = new URL(baseUrl + route.path.replace(/\{(\w+)\}/g, (_, name: string) => encode(params[name])));
      for (const [name, value] of Object.entries(query))
        if (value !== undefined) url.searchParams.set(name, `${value}`);
      const late = new AbortController();
      const timer = setTimeout(() => late.abort(new DOMException('no answer in time', 'TimeoutError')), answerWithinMs);
      try {
        const early = route.method === 'GET' ? takeEarlyAnswer(url.href) : forgetEarlyAnswers();
        const ask = () =>
          fetch(url, {
            method: route.method,
            headers: {
              ...headers,
              ...(body === undefined ? {} : { 'content-type': 'application/json' }),
              ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }),
            },
            ...(body === undefined ? {} : { body: JSON.stringify(body) }),
            signal: signal === undefined ? late.signal : AbortSignal.any([late.signal, signal]),
          });
        const response = await (early?.catch(ask) ?? ask());
        noteAnswer(response);
        if (!response.ok) throw readRefusal(await response.json());
        const isStream = response.headers.get('content-type')?.startsWith('text/event-stream');
        if (!response.body || !isStream) return await response.json();
        // From here on the page hears what changes, and whatever it has not taken yet may become old unheard.
        forgetEarlyAnswers();
        return readEvents(response.body);
      } finally {
        clearTimeout(timer);
      }
    },
  };
}

function findRoute(contract: object, path: readonly string[]): Route {
  const found = path.reduce<unknown>((part, name) => (isFields(part) ? part[name] : undefined), contract);
  // As the build writes it (build/route-text.ts).
  const text = /^(!?)(?:(\w+) )?(\/.*)/.exec(String(found));
  if (text === null) throw new Error(`the contract has no ${path.join('.')}`);
  const [, mark, method = 'POST', route = ''] = text;
  return { method, path: route, isDetailed: mark !== '' };
}

function toParts({ method, path, isDetailed }: Route, input: unknown): Parts {
  if (!isFields(input)) return {};
  if (isDetailed) return input;
  const [params, rest]: [Record<string, unknown>, Record<string, unknown>] = [{}, {}];
  for (const [name, value] of Object.entries(input)) (path.includes(`{${name}}`) ? params : rest)[name] = value;
  return method === 'GET' ? { params, query: rest } : { params, body: rest };
}

function encode(value: unknown): string {
  return encodeURIComponent(String(value));
}

/** Events until the stream says `done` or ends; an `error` event is thrown. */
async function* readEvents(body: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator {
  let waiting = '';
  for await (const text of chunksOf(body.pipeThrough(new TextDecoderStream()))) {
    const events = (waiting + text).split(/\r?\n\r?\n/);
    waiting = events.pop() ?? '';
    for (const event of events) {
      const lines = event.split(/\r?\n/);
      const name = fieldOf(lines, 'event') ?? 'message';
      const data = fieldOf(lines, 'data');
      if (name === 'done') return;
      if (name === 'error') throw readRefusal(data === undefined ? undefined : JSON.parse(data));
      if (data !== undefined) yield JSON.parse(data);
    }
  }
}

function fieldOf(lines: readonly string[], name: string): string | undefined {
  const values = lines.filter((line) => line.startsWith(`${name}:`)).map((line) => line.slice(name.length + 1).trim());
  return values.length === 0 ? undefined : values.join('\n');
}

/**
 * The stream's chunks; not every browser of today iterates streams by itself. Ends where none comes for too long: a
 * connection whose other end vanished stays open for ever.
 */
async function* chunksOf<Chunk>(stream: ReadableStream<Chunk>): AsyncGenerator<Chunk> {
  const reader = stream.getReader();
  // Nobody may be there any more to hear of it.
  const leave = () => void reader.cancel().catch(() => undefined);
  try {
    for (;;) {
      const timer = setTimeout(leave, silenceMs);
      const { value, done } = await reader.read().finally(() => clearTimeout(timer));
      if (done) return;
      yield value;
    }
  } finally {
    leave();
  }
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null;
}
