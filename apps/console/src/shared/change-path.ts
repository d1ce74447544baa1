import {
  isKeyContent,
  isReserveContent,
  isWebhookContent,
  type ChangeContent,
} from '@tern/contracts/routes/console-changes';

type OfKind = Pick<ChangeContent, 'kind'>;
/** The pages on which changes are proposed and decided. */
type ChangePath = '/changes' | '/keys' | '/screening' | '/switches' | '/terms' | '/treasury' | '/webhooks';

/** The one page on which changes of a kind are proposed, decided and listed. Pure. */
export function changePath(content: OfKind): ChangePath {
  if (isKeyContent(content)) return '/keys';
  if (isWebhookContent(content)) return '/webhooks';
  if (isReserveContent(content)) return '/treasury';
  if (content.kind === 'sign-out-everybody') return '/switches';
  if (content.kind === 'refused-addresses' || content.kind === 'screening-rule') return '/screening';
  return ['terms', 'level-limits', 'person-level'].includes(content.kind) ? '/terms' : '/changes';
}

/** Of all changes those that the page at `path` lists. Pure. */
export function changesOn<Change extends { readonly content: OfKind }>(
  path: ChangePath,
  changes: readonly Change[],
): Change[] {
  return changes.filter(({ content }) => changePath(content) === path);
}
