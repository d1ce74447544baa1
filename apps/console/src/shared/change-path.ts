import { isKeyContent, isWebhookContent, type ChangeContent } from '@tern/contracts/routes/console-changes';

/** The page on which changes of a kind are proposed and decided. Pure. */
export function changePath(content: Pick<ChangeContent, 'kind'>): string {
  if (isKeyContent(content)) return '/keys';
  if (isWebhookContent(content)) return '/webhooks';
  if (content.kind === 'refused-addresses' || content.kind === 'screening-rule') return '/screening';
  return ['terms', 'level-limits', 'person-level'].includes(content.kind) ? '/terms' : '/changes';
}
