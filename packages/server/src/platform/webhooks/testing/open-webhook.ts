import type { WebhookId } from '@tern/base/ids';
import type { WebhookKind } from '@tern/contracts/routes/console-changes';
import { carryOutChange } from '@tern/testkit/carry-out-change';
import type { TestDatabase } from '@tern/testkit/database';
import { newWebhookSecret } from '../sign-webhook.ts';
import { webhookBox } from '../webhook-box.ts';
import { insertWebhook, rotateSecret, switchWebhook } from '../webhook-rows.ts';

export const testWebhookKey = Buffer.alloc(32, 7);
const box = webhookBox(testWebhookKey);
let opened = 0;

/** A webhook as two operators open it, without the console. */
export async function openWebhook(
  database: TestDatabase,
  { url, kinds }: { readonly url: string; readonly kinds: readonly WebhookKind[] },
): Promise<{ readonly id: WebhookId; readonly secret: string }> {
  const secret = newWebhookSecret();
  const name = `Receiver ${(opened += 1)}`;
  return await carryOutChange(database, { kind: 'webhook-open', name, url, kinds: [...kinds] }, async (tx, change) => {
    const id = change.id as WebhookId;
    await insertWebhook(tx, { id, name, url, kinds, secretSealed: box.seal(secret, id) });
    return { id, secret };
  });
}

export async function rotateWebhook(database: TestDatabase, id: WebhookId): Promise<string> {
  const secret = newWebhookSecret();
  await carryOutChange(database, { kind: 'webhook-rotate', webhookId: id }, (tx, change) =>
    rotateSecret(tx, { id, changeId: change.id, secretSealed: box.seal(secret, id) }),
  );
  return secret;
}

export async function turnWebhook(database: TestDatabase, id: WebhookId, to: 'active' | 'disabled'): Promise<void> {
  await carryOutChange(database, { kind: 'webhook-switch', webhookId: id, state: to }, (tx, change) =>
    switchWebhook(tx, { id, changeId: change.id, to }),
  );
}
