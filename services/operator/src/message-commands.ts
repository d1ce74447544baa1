import { unblockRecipient } from '@tern/server/platform/messaging/public';
import type { Command } from './operator-world.ts';

export const messageUsage = `These commands change something, and nothing that moves money:
  unblock RECIPIENT                          sends to a mail address or phone number again that a provider refused before`;

/** The commands about mails and text messages, by their names. */
export const messageCommands: Readonly<Record<string, Command>> = {
  unblock: async ({ db }, recipient) =>
    (await unblockRecipient(db, recipient))
      ? { text: 'Messages go there again.', done: true }
      : { text: 'Nothing keeps messages from there. Phone numbers begin with + and have no spaces.', done: false },
};
