import { softwarePasskey, type SoftwarePasskey } from './software-passkey.ts';

/** What the console answered; `outcome` is its own word for a decision, or the reason or code of a refusal. */
export type DeskAnswer = { readonly status: number; readonly body: unknown; readonly outcome: string };

/** An operator in front of the console: keeps the session, signs with a passkey of their own. */
export type OperatorDesk = {
  readonly get: (path: string) => Promise<DeskAnswer>;
  readonly post: (path: string, body: unknown) => Promise<DeskAnswer>;
  readonly enrol: (link: string, code?: string) => Promise<DeskAnswer>;
  readonly signIn: () => Promise<DeskAnswer>;
  /** Asks for the words of a decision, signs them and hands them in; a question that is refused is the answer. */
  readonly decide: (askPath: string, takePath: string, said: unknown) => Promise<DeskAnswer>;
  /** Says yes or no to a send under review; `id` is the withdrawal's. */
  readonly approve: (id: string) => Promise<DeskAnswer>;
  readonly reject: (id: string) => Promise<DeskAnswer>;
  /** Agrees to an order of the treasury. */
  readonly approveOrder: (id: string) => Promise<DeskAnswer>;
};

/** The console's own HTTP API under `consoleUrl`, without a browser; real keys and signatures. */
export function openOperatorDesk({
  consoleUrl,
  key = softwarePasskey(consoleUrl),
  cookie: known,
  headers = {},
}: {
  readonly consoleUrl: string;
  readonly key?: SoftwarePasskey;
  readonly cookie?: string;
  readonly headers?: Readonly<Record<string, string>>;
}): OperatorDesk & { readonly cookie: () => string } {
  let cookie = known ?? '';
  const send = async (method: 'GET' | 'POST', path: string, body?: unknown): Promise<DeskAnswer> => {
    const response = await fetch(`${consoleUrl}/console/api${path}`, {
      method,
      headers: {
        origin: consoleUrl,
        'user-agent': 'An operator at a desk',
        ...headers,
        cookie,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    for (const line of response.headers.getSetCookie()) cookie = line.split(';')[0] ?? '';
    const answer = (await response.json()) as { code?: string; outcome?: string; data?: { reason?: string } };
    return {
      status: response.status,
      body: answer,
      outcome: answer.data?.reason ?? answer.code ?? answer.outcome ?? 'done',
    };
  };
  const post = (path: string, body: unknown): Promise<DeskAnswer> => send('POST', path, body);
  type Question = { readonly ceremonyId: string; readonly challenge: string };
  const decide: OperatorDesk['decide'] = async (askPath, takePath, said) => {
    const asked = await post(askPath, said);
    if (asked.status !== 200) return asked;
    const { ceremonyId, challenge } = asked.body as Question;
    return post(takePath, { said, proof: { ceremonyId, passkey: key.use(challenge) } });
  };
  const review = (said: object): Promise<DeskAnswer> => decide('/reviews/question', '/reviews/decision', said);
  return {
    cookie: () => cookie,
    get: (path) => send('GET', path),
    post,
    enrol: async (link, code) => {
      const token = link.split('#')[1] ?? '';
      const begun = await post('/enrolment/begin', { token, code });
      if (begun.status !== 200) return begun;
      const { ceremonyId, challenge } = begun.body as Question;
      return post('/enrolment', { token, code, ceremonyId, passkey: key.make(challenge) });
    },
    signIn: async () => {
      const { ceremonyId, challenge } = (await post('/session/begin', {})).body as Question;
      return post('/session', { ceremonyId, passkey: key.use(challenge) });
    },
    decide,
    approve: (id) => review({ id, decision: 'approve', note: 'Looked at in a test' }),
    reject: (id) => review({ id, decision: 'reject', reason: 'other', note: 'Unknown receiver' }),
    approveOrder: (id) => decide('/house/question', '/house/step', { step: 'approve-cold', id }),
  };
}
