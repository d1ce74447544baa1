import type { Database } from '@tern/db/database';
import type { SecretBox } from '../secret-box.ts';
import type { Channel, MessageTemplate, MessageValues } from './message.ts';
import { claimDue, dropExpired, markFailed, markSent, type OutboxRow } from './outbox-store.ts';
import { renderMessage } from './render-message.ts';
import { NotAccepted, RecipientRefused, type Transport } from './transport.ts';

export type DeliveryDeps = {
  readonly db: Database;
  readonly outboxBox: SecretBox;
  readonly transports: Readonly<Record<Channel, Transport>>;
  readonly productName: string;
  /** Told of each failed try, without the recipient and the text. */
  readonly onFailure: (failure: {
    readonly messageId: string;
    readonly channel: Channel;
    readonly tries: number;
    readonly error: unknown;
  }) => void;
};

/**
 * Sends due messages of one channel: no provider that hangs keeps the other's waiting. Any number of workers may run it: each row is one worker's for a while, by database time.
 * A worker that dies between sending and noting it sends once more, under the same message id.
 */
export async function deliverOutbox(
  deps: DeliveryDeps,
  due: { readonly channel: Channel; readonly limit: number },
): Promise<number> {
  const dropped = await dropExpired(deps.db.kysely);
  const rows = await claimDue(deps.db.kysely, due);
  await Promise.all(rows.map((row) => deliver(deps, row)));
  return dropped + rows.length;
}

type Sealed<Template extends MessageTemplate> = MessageValues[Template] & { readonly word?: string };

async function deliver(deps: DeliveryDeps, row: OutboxRow): Promise<void> {
  try {
    const { word, ...values } = JSON.parse(deps.outboxBox.open(row.values_sealed, row.id)) as Sealed<
      typeof row.template
    >;
    const { productName } = deps;
    const message = renderMessage(row.template, values, {
      language: row.language,
      productName,
      word,
    });
    await deps.transports[row.channel].send({ ...message, recipient: row.recipient, messageId: row.id });
  } catch (error) {
    deps.onFailure({ messageId: row.id, channel: row.channel, tries: row.tries, error });
    await markFailed(deps.db.kysely, row, {
      error: error instanceof Error ? error.message : 'unknown failure',
      final: error instanceof RecipientRefused,
      unclear: !(error instanceof NotAccepted),
    });
    return;
  }
  await markSent(deps.db.kysely, row.id);
}
