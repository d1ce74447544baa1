import { randomUUID } from 'node:crypto';
import { SMTPServer } from 'smtp-server';
import type { MessageStore } from './message-store.ts';
import { readMail } from './read-mail.ts';

const mailMaxBytes = 1024 * 1024;

/** Catches every mail that is handed in, for each of its recipients. No sign-in, no encryption: loopback only. */
export function buildSmtp(store: MessageStore): SMTPServer {
  return new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    disableReverseLookup: true,
    logger: false,
    size: mailMaxBytes,
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('error', done);
      stream.on('end', () => {
        if (stream.sizeExceeded) return done(new Error('the mail is too large'));
        const { id = randomUUID(), subject, text } = readMail(Buffer.concat(chunks));
        for (const { address } of session.envelope.rcptTo)
          store.add({ id: `${id} ${address}`, channel: 'email', to: address, subject, text });
        return done();
      });
    },
  });
}
