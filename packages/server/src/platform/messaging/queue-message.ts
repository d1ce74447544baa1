import { randomUUID } from 'node:crypto';
import type { DbTx } from '@tern/db/database';
import type { SecretBox } from '../secret-box.ts';
import type { Channel, MessageTemplate, MessageValues } from './message.ts';

export type QueuedMessage<Template extends MessageTemplate> = {
  /** Says what the message is about; a second one under the same key is not sent. */
  readonly dedupeKey: string;
  readonly channel: Channel;
  /** Phone number (+ and digits) or e-mail address, as `contacts` holds it. */
  readonly recipient: string;
  readonly template: Template;
  readonly values: MessageValues[Template];
  readonly language: string | null;
  /** The word the receiver knows our messages by; only for contacts they have proven. */
  readonly word?: string | undefined;
  /** From then on the message is of no use and is not sent any more. */
  readonly expiresAt?: Date;
};

/** Writes a message to be sent, together with what it tells of: neither exists without the other. */
export async function queueMessage<Template extends MessageTemplate>(
  tx: DbTx,
  deps: { readonly outboxBox: SecretBox },
  message: QueuedMessage<Template>,
): Promise<void> {
  const id = randomUUID();
  await tx
    .insertInto('outbox')
    .values({
      id,
      dedupe_key: message.dedupeKey,
      channel: message.channel,
      recipient: message.recipient,
      template: message.template,
      language: message.language,
      values_sealed: deps.outboxBox.seal(JSON.stringify({ ...message.values, word: message.word }), id),
      expires_at: message.expiresAt ?? null,
    })
    .onConflict((conflict) => conflict.column('dedupe_key').doNothing())
    .execute();
}
