import type { ProblemCode } from '@tern/contracts/problems/catalogue';

/** Any answer of the API, a refusal too. */
export type ApiAnswer = {
  readonly status: number;
  /** The parsed body, or its text where it is no JSON. */
  readonly body: unknown;
  readonly text: string;
  /** The problem's code of a refusal. */
  readonly code: ProblemCode | undefined;
  readonly data: unknown;
  readonly headers: Headers;
};

/** A request as it goes over the wire; `rawBody` is sent as it stands. */
export type ApiRequest = {
  readonly method: string;
  /** Below `/api`. */
  readonly path: string;
  readonly body?: unknown;
  readonly rawBody?: string;
  readonly headers?: Readonly<Record<string, string>>;
};

/** What a typed call throws when the API refuses. */
export class ApiRefusal extends Error {
  override name = 'ApiRefusal';
  readonly answer: ApiAnswer;

  constructor({ method, path }: ApiRequest, answer: ApiAnswer) {
    super(`${method} ${path}: ${answer.status} ${answer.text.slice(0, 500)}`);
    this.answer = answer;
  }
}

/** One browser: it keeps cookies and names its origin as the wallet's page does. */
export type ApiClient = {
  /** Name and value of every cookie, to carry a session into a real browser. */
  readonly cookies: ReadonlyMap<string, string>;
  readonly send: (request: ApiRequest) => Promise<ApiAnswer>;
  /** Throws `ApiRefusal`. */
  readonly get: <Body>(path: string) => Promise<Body>;
  /** Throws `ApiRefusal`. `key`: the idempotency key, where the route wants one. */
  readonly post: <Body>(path: string, body: unknown, key?: string) => Promise<Body>;
};

/**
 * A browser that asks the api process at `url`. `origin`: the wallet's address, where that is another one; `cookies`: those
 * it begins with.
 */
export function openApiClient(
  url: string,
  { origin = url, cookies: known }: { readonly origin?: string; readonly cookies?: ReadonlyMap<string, string> } = {},
): ApiClient {
  const cookies = new Map(known);

  const send = async ({ method, path, body, rawBody, headers }: ApiRequest): Promise<ApiAnswer> => {
    const payload = rawBody ?? (body === undefined ? undefined : JSON.stringify(body));
    const response = await fetch(`${url}/api${path}`, {
      method,
      headers: {
        origin,
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(payload === undefined ? {} : { body: payload }),
    });
    for (const line of response.headers.getSetCookie()) keepCookie(cookies, line);
    return { ...readAnswer(response.status, await response.text()), headers: response.headers };
  };
  const ask = async <Body>(request: ApiRequest): Promise<Body> => {
    const answer = await send(request);
    if (answer.status >= 400) throw new ApiRefusal(request, answer);
    return answer.body as Body;
  };
  return {
    cookies,
    send,
    get: (path) => ask({ method: 'GET', path }),
    post: (path, body, key) =>
      ask({ method: 'POST', path, body, ...(key === undefined ? {} : { headers: { 'idempotency-key': key } }) }),
  };
}

function keepCookie(cookies: Map<string, string>, line: string): void {
  const [pair = ''] = line.split(';');
  const at = pair.indexOf('=');
  const name = pair.slice(0, at);
  const value = pair.slice(at + 1);
  if (value === '' || /max-age=0\b/i.test(line)) cookies.delete(name);
  else cookies.set(name, value);
}

function readAnswer(status: number, text: string): Omit<ApiAnswer, 'headers'> {
  const body = parse(text);
  const problem = status >= 400 && typeof body === 'object' && body !== null ? (body as Partial<ApiAnswer>) : {};
  return { status, body, text, code: problem.code, data: problem.data };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
