import { connect, type Socket } from 'node:net';
import { createTransport } from 'nodemailer';
import { NotAccepted, RecipientRefused, type Transport } from './transport.ts';

export type SmtpSettings = {
  /** `smtp://` or `smtps://` with host, port and perhaps a user. */
  readonly url: string;
  readonly password: string | undefined;
  readonly from: { readonly name: string; readonly address: string };
};

const timeoutMs = 15_000;

const ownMachine: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

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
    requireTLS: !ownMachine.has(server.hostname),
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
          const refusal = recipientRefusal(error);
          if (refusal !== undefined) throw new RecipientRefused('the mail server refuses the address', refusal);
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

/**
 * What a permanent refusal (5xx) of the recipient says; undefined where the server refuses us or the moment. The address is dead
 * where the server says that the mailbox is not there (RFC 3463: 5.1.x, and 5.2.1 for a closed one), or says no more than 550,
 * 551 or 553. A policy (5.7.x), such as one against relaying, is about us.
 */
function recipientRefusal(error: unknown): { readonly code: string; readonly isDead: boolean } | undefined {
  if (!(error instanceof Error) || !('code' in error) || error.code !== 'EENVELOPE') return undefined;
  if (!('command' in error) || error.command !== 'RCPT TO') return undefined;
  const status = 'responseCode' in error ? error.responseCode : undefined;
  if (typeof status !== 'number' || status < 500) return undefined;
  const text = 'response' in error && typeof error.response === 'string' ? error.response : '';
  const code = /^5\d\d[ -](5\.\d{1,3}\.\d{1,3})\b/.exec(text)?.[1];
  const isDead = code === undefined ? [550, 551, 553].includes(status) : /^5\.(?:1\.\d+|2\.1)$/.test(code);
  return { code: code ?? String(status), isDead };
}

/** No connection came about, or the server answered that it does not take the mail; a silence after the text is neither. */
function isNotAccepted(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  const answered = 'responseCode' in error && typeof error.responseCode === 'number';
  return answered || ('command' in error && error.command === 'CONN');
}
