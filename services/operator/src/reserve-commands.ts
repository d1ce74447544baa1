import { addColdSignature, writeColdText } from '@tern/server/house/liabilities/public';
import type { Command } from './operator-world.ts';

export const reserveUsage = `These commands show everybody that cold storage is the house's:
  cold-text                                  shows the text that the key of cold storage is to sign now
  cold-signature SIGNATURE                   publishes that signature, once it is found to be of this key`;

/** The commands about what keys of reserves sign, by their names. */
export const reserveCommands: Readonly<Record<string, Command>> = {
  'cold-text': async ({ db, house }) => {
    const text = await writeColdText(db.kysely, house);
    return text === undefined
      ? { text: 'The newest statement of what is owed names no cold address.', done: false }
      : { text, done: true };
  },
  'cold-signature': async ({ db, house }, signature) => {
    const statement = await addColdSignature(db, { house, signature });
    return statement === undefined
      ? {
          text: 'This is no signature of the cold address for one of the last statements. Sign what “cold-text” shows, without a line break at its end.',
          done: false,
        }
      : { text: `Published: the key of ${statement.address}, for the statement of ${statement.day}.`, done: true };
  },
};
