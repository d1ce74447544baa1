import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { createAuthenticator } from '@tern/testkit/software-authenticator';
import type { PendingApproval } from '@tern/tron/signer-protocol';

export type PageKey = ReturnType<typeof createAuthenticator>;

type PageState = { readonly signer: string; readonly mode: string; readonly pending: readonly PendingApproval[] };

type Limit = { readonly perOrder: string; readonly perDay: string };

/** What two operators sign first, in whole coins. */
export type FirstPolicy = {
  readonly limits: Readonly<Record<'usdt' | 'trx' | 'reward', Limit>>;
  readonly feeLimit: string;
  readonly cold: string;
};

/** The signer's commands, run from their sources. */
export const signerCommand = fileURLToPath(new URL('../../../services/signer/src/command.ts', import.meta.url));

/** The real page of the signer's command, visited without a browser. */
export async function visitSignerPage(env: Readonly<Record<string, string>>, port: number) {
  const served = spawn(process.execPath, [signerCommand, 'page', '--port', String(port)], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const link = new URL(await readLink(served.stdout));
  const call = async <Answer = PageState>(name: string, body: object = {}): Promise<Answer> => {
    const response = await fetch(new URL(`/call/${name}`, link), {
      method: 'POST',
      headers: { origin: link.origin, 'x-page-token': link.hash.slice(1) },
      body: JSON.stringify(body),
    });
    const answer = (await response.json()) as Answer;
    if (!response.ok) throw new Error(JSON.stringify(answer));
    return answer;
  };
  const enrol = async (key: PageKey): Promise<void> => {
    const { challenge } = await call<{ readonly challenge: string }>('begin-enrolment', {
      operator: key.credential.operator,
    });
    await call('finish-enrolment', { challenge, credential: key.credential, assertion: key.assert(challenge) });
  };
  /** Each key signs the newest request. */
  const sign = async (...keys: readonly PageKey[]): Promise<void> => {
    const [request] = (await call('state')).pending;
    const challenge = request?.challenge ?? '';
    for (const key of keys) await call('approve', { challenge, assertion: key.assert(challenge) });
  };
  return {
    call,
    sign,
    /** The first visit of a ceremony: the keys enrol, and sign the limits and the address of cold storage. */
    begin: async (keys: readonly PageKey[], first: FirstPolicy): Promise<void> => {
      for (const key of keys) await enrol(key);
      await call('propose', { ...first, witnesses: ['Wanda Witness'] });
      await sign(...keys);
    },
    leave: async (): Promise<void> => {
      const ended = once(served, 'exit');
      served.kill('SIGTERM');
      await ended;
    },
  };
}

async function readLink(output: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface({ input: output })) if (line.startsWith('http')) return line;
  throw new Error('the command showed no link');
}
