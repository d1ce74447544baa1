import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

export type CaughtMail = { readonly recipients: readonly string[]; readonly raw: string };

export type MailCatcher = {
  readonly url: string;
  readonly mails: CaughtMail[];
  /** How it refuses the next mails, `451 in these words`; undefined accepts again. */
  refuseWith: string | undefined;
  readonly close: () => Promise<void>;
};

/** A real SMTP server on loopback that keeps what it is handed, or refuses it. */
export async function catchMail(): Promise<MailCatcher> {
  const mails: CaughtMail[] = [];
  const refusal = (): Error | undefined => {
    const said = catcher.refuseWith;
    return said === undefined
      ? undefined
      : Object.assign(new Error(said.slice(4)), { responseCode: Number(said.slice(0, 3)) });
  };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    disableReverseLookup: true,
    onRcptTo: (_address, _session, done) => done(refusal() ?? null),
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        mails.push({
          recipients: session.envelope.rcptTo.map(({ address }) => address),
          raw: Buffer.concat(chunks).toString('utf8'),
        });
        done();
      });
    },
  });
  const listening = server.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  const { port } = listening.address() as AddressInfo;
  const catcher: MailCatcher = {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    refuseWith: undefined,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
  return catcher;
}
