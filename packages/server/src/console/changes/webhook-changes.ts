import type { WebhookContent } from '@tern/contracts/routes/console-changes';
import type { DbReader, DbTx } from '@tern/db/database';
import type { SecretBox } from '../../platform/secret-box.ts';
import {
  changeWebhook,
  insertWebhook,
  judgeTarget,
  listWebhooks,
  lockWebhook,
  newWebhookSecret,
  rotateSecret,
  switchWebhook,
  type Resolve,
  type TargetFault,
  type Webhook,
} from '../../platform/webhooks/public.ts';

export type WebhookChangeDeps = {
  /** Seals what the worker opens. */
  readonly box: SecretBox;
  /** Where webhooks may lead: the setting WEBHOOK_HOSTS. */
  readonly hosts: readonly string[];
  /** Of this machine where it is undefined. */
  readonly resolve?: Resolve;
};

type WebhookRefusal = TargetFault | 'no-such-webhook' | 'name-taken' | 'already-so';

/** Why a webhook could not be opened or changed as things are; undefined where it could. */
export async function checkWebhookChange(
  db: DbReader,
  deps: WebhookChangeDeps,
  content: WebhookContent,
): Promise<WebhookRefusal | undefined> {
  const fault = 'url' in content ? await judgeTarget(content.url, deps) : undefined;
  if (fault !== undefined) return fault;
  const all = await listWebhooks(db);
  if (content.kind === 'webhook-open') return all.some(({ name }) => name === content.name) ? 'name-taken' : undefined;
  return refusalFor(
    content,
    all.find(({ id }) => id === content.webhookId),
    all,
  );
}

/**
 * Opens or changes a webhook as two operators decided; `id` is that of their change. A webhook that got a new secret has it
 * returned: nobody can read it later.
 */
export async function carryOutWebhookChange(
  tx: DbTx,
  { box }: Pick<WebhookChangeDeps, 'box'>,
  { id: changeId, content }: { readonly id: string; readonly content: WebhookContent },
): Promise<{ readonly secret?: string } | { readonly refusal: WebhookRefusal }> {
  if (content.kind === 'webhook-open') {
    const secret = newWebhookSecret();
    const { name, url, kinds } = content;
    const row = { id: changeId, name, url, kinds, secretSealed: box.seal(secret, changeId) };
    return (await insertWebhook(tx, row)) ? { secret } : { refusal: 'name-taken' };
  }
  const id = content.webhookId;
  const webhook = await lockWebhook(tx, id);
  const refusal = refusalFor(content, webhook, await listWebhooks(tx));
  if (refusal !== undefined) return { refusal };
  switch (content.kind) {
    case 'webhook-change':
      await changeWebhook(tx, { id, changeId, name: content.name, url: content.url, kinds: content.kinds });
      return {};
    case 'webhook-switch':
      await switchWebhook(tx, { id, changeId, to: content.state });
      return {};
    case 'webhook-rotate': {
      const secret = newWebhookSecret();
      await rotateSecret(tx, { id, changeId, secretSealed: box.seal(secret, id) });
      return { secret };
    }
  }
}

function refusalFor(
  content: Exclude<WebhookContent, { kind: 'webhook-open' }>,
  webhook: Webhook | undefined,
  all: readonly Webhook[],
): WebhookRefusal | undefined {
  if (webhook === undefined) return 'no-such-webhook';
  if (content.kind === 'webhook-switch') return webhook.state === content.state ? 'already-so' : undefined;
  if (content.kind === 'webhook-rotate') return undefined;
  return all.some(({ id, name }) => name === content.name && id !== webhook.id) ? 'name-taken' : undefined;
}
