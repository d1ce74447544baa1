import { until } from './until.ts';

type Message = { readonly id: string; readonly text: string; readonly code: string | null };

/** The development inbox, where mails and text messages of the system arrive. */
export type Inbox = {
  /** All messages to a mail address or phone number (with its area code), the newest first. */
  readonly list: (recipient: string) => Promise<readonly Message[]>;
  /** The code of the first message that is not among `known`. */
  readonly waitForCode: (recipient: string, known: ReadonlySet<string>) => Promise<string>;
};

export function openInbox(url: string): Inbox {
  const list = async (recipient: string): Promise<readonly Message[]> => {
    const response = await fetch(`${url}/messages.json?to=${encodeURIComponent(recipient)}`);
    const { messages } = (await response.json()) as { readonly messages: readonly Message[] };
    return messages;
  };
  return {
    list,
    waitForCode: (recipient, known) =>
      until(`a code to ${recipient}`, async () => {
        const found = (await list(recipient)).find(({ id, code }) => code !== null && !known.has(id));
        return found?.code ?? undefined;
      }),
  };
}
