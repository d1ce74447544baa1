export type ServiceAnswer = {
  readonly status: number;
  /** `answered`, or the code of the problem. */
  readonly outcome: string;
  readonly body: unknown;
  /** Seconds to wait, where it was asked to. */
  readonly retryAfter: number | null;
};

export type ServiceClient = {
  readonly get: (path: string) => Promise<ServiceAnswer>;
  readonly post: (path: string, body: unknown) => Promise<ServiceAnswer>;
  /** Every page of a list in its order, by the cursor that each names for the next. */
  readonly pages: (path: string) => AsyncGenerator<Readonly<Record<string, unknown>>>;
};

/** A client as a stranger writes it from docs/service-api.md: real HTTP and nothing of ours. `origin` without a path. */
export function openServiceClient({
  origin,
  token,
}: {
  readonly origin: string;
  readonly token?: string;
}): ServiceClient {
  const ask = async (method: 'GET' | 'POST', path: string, body?: unknown): Promise<ServiceAnswer> => {
    const response = await fetch(`${origin}/service/v1${path}`, {
      method,
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const read = (await response.json()) as { readonly code?: string };
    const wait = response.headers.get('retry-after');
    return {
      status: response.status,
      outcome: response.ok ? 'answered' : (read.code ?? 'none'),
      body: read,
      retryAfter: wait === null ? null : Number(wait),
    };
  };
  return {
    get: (path) => ask('GET', path),
    post: (path, body) => ask('POST', path, body),
    async *pages(path) {
      let after: string | null = null;
      do {
        const url = new URL(path, 'http://page');
        if (after !== null) url.searchParams.set('after', after);
        const { outcome, body } = await ask('GET', `${url.pathname}${url.search}`);
        if (outcome !== 'answered') throw new Error(outcome);
        const page = body as { readonly after: string | null } & Readonly<Record<string, unknown>>;
        yield page;
        ({ after } = page);
      } while (after !== null);
    },
  };
}
