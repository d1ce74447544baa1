import { expect } from '@playwright/test';
import { inboxUrl } from '../installation.ts';

export type CaughtMessage = { readonly id: string; readonly text: string; readonly code: string | null };

const read = new Set<string>();

/** Messages caught for an e-mail address or a phone number such as `+4915112345678`, the newest first. */
export async function listMessages(to: string): Promise<readonly CaughtMessage[]> {
  const response = await fetch(`${inboxUrl}/messages.json?${new URLSearchParams({ to })}`);
  const { messages } = (await response.json()) as { messages: readonly CaughtMessage[] };
  return messages;
}

/** The code of the next message that has one and was not read before; waits until it arrives. */
export async function readCode(to: string): Promise<string> {
  let code: string | undefined;
  await expect(async () => {
    const message = (await listMessages(to)).find(({ id, code: digits }) => digits !== null && !read.has(id));
    expect(message, `a message with a code for ${to}`).toBeDefined();
    read.add(message?.id ?? '');
    code = message?.code ?? undefined;
  }).toPass({ intervals: [100] });
  return code ?? '';
}

/** The link of the newest message that has one; waits until it arrives. */
export async function readLink(to: string): Promise<string> {
  let link: string | undefined;
  await expect(async () => {
    link = (await listMessages(to))
      .map(({ text }) => /https?:\/\/\S+/.exec(text)?.[0])
      .find((found) => found !== undefined);
    expect(link, `a message with a link for ${to}`).toBeDefined();
  }).toPass({ intervals: [100] });
  return link ?? '';
}
