import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { whyRefused } from './webhook-receiver.ts';

export type AskedQuestion = {
  readonly id: string;
  readonly type: string;
  readonly at: string;
  readonly data: Readonly<Record<'asset' | 'address' | 'amount', string>> & {
    /** Null where there is no price. */
    readonly usdtValue: string | null;
  };
};

export type ScreeningService = {
  readonly url: string;
  /** What was asked with a right signature, in the order of arrival. */
  readonly questions: AskedQuestion[];
  /** Why questions were refused. */
  readonly refused: string[];
  /** Addresses it has something against, and what. */
  readonly hits: Map<string, { readonly reason: string; readonly detail: string; readonly reference?: string }>;
  /** Answers a right question in its own way; as docs/screening.md says where it is not set. */
  answer: ((question: AskedQuestion, response: ServerResponse) => void) | undefined;
  readonly close: () => Promise<void>;
};

/**
 * A service as a stranger writes it from docs/screening.md: real HTTP, and a check of the signature by code of its own. `secret`
 * as the installation has it; any free port unless one is named. `tell` gets one line for each question.
 */
export async function openScreeningStandIn(
  secret: string,
  { port = 0, tell = () => undefined }: { readonly port?: number; readonly tell?: (line: string) => void } = {},
): Promise<ScreeningService> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString('utf8');
      const secrets = [`whsec_${Buffer.from(secret, 'utf8').toString('base64')}`];
      void whyRefused(request.headers, { body, secrets, now: Date.now() }).then((why) => {
        if (why !== undefined) {
          service.refused.push(why);
          tell(`refused a question: ${why}`);
          response.writeHead(400).end();
          return;
        }
        const question = JSON.parse(body) as AskedQuestion;
        service.questions.push(question);
        const { asset, address, amount } = question.data;
        const asked = `${question.type} ${address} ${amount} ${asset}`;
        if (service.answer !== undefined) {
          tell(`${asked}: answered in another way`);
          service.answer(question, response);
          return;
        }
        const hit = service.hits.get(address);
        const verdict = hit === undefined ? { verdict: 'clear' } : { verdict: 'hit', ...hit };
        tell(`${asked}: ${verdict.verdict}`);
        response.writeHead(200, { 'content-type': 'application/json' });
        response.end(JSON.stringify({ id: question.id, ...verdict }));
      });
    });
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const service: ScreeningService = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/ask`,
    questions: [],
    refused: [],
    hits: new Map(),
    answer: undefined,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return service;
}
