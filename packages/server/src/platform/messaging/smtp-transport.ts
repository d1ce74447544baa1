import { connect, type Socket } from 'node:net';
import { isOwnMachine } from '@tern/base/is-own-machine';
import { createTransport } from 'nodemailer';
import { judgeRefusal } from './judge-refusal.ts';
import { NotAccepted, RecipientRefused, type Transport } from './transport.ts';

export type SmtpSettings = {
  /** `smtp://` or `smtps://` with host, port and perhaps a user. */
  readonly url: string;
  readonly password: string | undefined;
  readonly from: { readonly name: string; readonly address: string };
};

const timeoutMs = 15_000;

/**
 * Sends mails over SMTP. Names and addresses are given apart, so that no text becomes a header. Nothing is said in the clear
 * to another machine: a server that offers no encryption, or one that cannot show who it is, gets neither password nor mail.
 */
export function smtpTransport({ url, password, from }: SmtpSettings): Transport {
  const server = new URL(url);
  const user = decodeURIComponent(server.username);
  const host = server.hostname.replace(/^\[(.*)\]$/, '$1');
  const port = server.port === '' ? (server.protocol === 'smtps:' ? 465 : 587) : Number(server.port);
  const mailer = createTransport({
    host,
    port,
    proxy: 'direct:',
    secure: server.protocol === 'smtps:',
    requireTLS: !isOwnMachine(server.hostname),
    ...(user === '' ? {} : { auth: { user, pass: password ?? decodeURIComponent(server.password) } }),
    pool: true,
    maxConnections: 2,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  // The library would look the name up itself and connect to an address, of which nobody could tell whose it is.
  mailer.set('proxy_handler_direct', (_proxy: unknown, _options: unknown, done: Done) =>
    openSocket({ host, port }, done),
  );
  return {
    send: async ({ recipient, subject, text, messageId }) => {
      const domain = from.address.split('@')[1] ?? 'localhost';
      await mailer
        .sendMail({
          from,
          to: { name: '', address: recipient },
          subject,
          text,
          messageId: `<${messageId}@${domain}>`,
          headers: { 'Auto-Submitted': 'auto-generated' },
        })
        .catch((error: unknown) => {
          const answer = answerToRecipient(error);
          const refusal = answer && judgeRefusal(answer);
          if (refusal !== undefined) throw new RecipientRefused('the mail server refuses the address', refusal);
          if (answer !== undefined) throw new NotAccepted(`the mail server answers: ${answer.text}`);
          throw isNotAccepted(error) ? new NotAccepted(error.message, { cause: error }) : error;
        });
    },
    close: () => mailer.close(),
  };
}

type Done = (error: Error | null, opened?: { readonly connection: Socket }) => void;

function openSocket(server: { readonly host: string; readonly port: number }, done: Done): void {
  const connection = connect(server);
  const fail = (error: Error): void => {
    connection.destroy();
    done(Object.assign(error, { command: 'CONN' }));
  };
  connection.setTimeout(timeoutMs, () => fail(new Error('the mail server does not answer')));
  connection.once('error', fail);
  connection.once('connect', () => {
    connection.setTimeout(0);
    connection.off('error', fail);
    done(null, { connection });
  });
}

/** A server's answer to the recipient, without the addresses that it repeats; undefined where it is about anything else. */
function answerToRecipient(error: unknown): { readonly status: number; readonly text: string } | undefined {
  if (!(error instanceof Error) || !('code' in error) || error.code !== 'EENVELOPE') return undefined;
  if (!('command' in error) || error.command !== 'RCPT TO') return undefined;
  const status = 'responseCode' in error ? error.responseCode : undefined;
  if (typeof status !== 'number') return undefined;
  const text = 'response' in error && typeof error.response === 'string' ? error.response : String(status);
  return { status, text: text.slice(0, 500).replaceAll(/\S*@\S*/g, '…') };
}

/** No connection came about, or the server answered that it does not take the mail; a silence after the text is neither. */
function isNotAccepted(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  const answered = 'responseCode' in error && typeof error.responseCode === 'number';
  return answered || ('command' in error && error.command === 'CONN');
}
