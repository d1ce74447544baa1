import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

export type CaughtMessage = {
  /** Its sender's id: a message that is sent again appears once. */
  readonly id: string;
  readonly channel: 'email' | 'sms';
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** The first six digits in a row of the text, if any. */
  readonly code: string | null;
  readonly at: string;
};

export type MessageStore = {
  readonly add: (message: Omit<CaughtMessage, 'code' | 'at'>) => void;
  /** The newest first; those to one recipient where `to` is given. */
  readonly list: (filter: { readonly to?: string | undefined; readonly limit: number }) => readonly CaughtMessage[];
};

const keptMax = 500;

/** Keeps the last 500 messages in `file`, so that a restart of the inbox loses none. */
export function openMessageStore(file: string, now: () => Date): MessageStore {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  let messages = readMessages(file);
  return {
    add: (message) => {
      const code = /(?<!\d)\d{6}(?!\d)/.exec(message.text)?.[0] ?? null;
      const others = messages.filter(({ id }) => id !== message.id);
      messages = [{ ...message, code, at: now().toISOString() }, ...others].slice(0, keptMax);
      // The file appears whole or not at all.
      writeFileSync(`${file}.new`, JSON.stringify(messages), { mode: 0o600 });
      renameSync(`${file}.new`, file);
    },
    list: ({ to, limit }) => messages.filter((message) => to === undefined || message.to === to).slice(0, limit),
  };
}

function readMessages(file: string): readonly CaughtMessage[] {
  try {
    const read: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return Array.isArray(read) ? (read as CaughtMessage[]) : [];
  } catch {
    // None yet, or a file of another making: a development inbox begins anew.
    return [];
  }
}
