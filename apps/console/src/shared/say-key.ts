import { useLingui } from '@lingui/react/macro';
import type { KeyContent } from '@tern/contracts/routes/console-changes';
import { scopeTexts } from './key-texts.ts';

/** Says what a proposal changes of the keys of other systems. */
export function useSayKey(): (content: KeyContent) => string {
  const { t, i18n } = useLingui();
  return (content) => {
    const { name } = content;
    if (content.kind === 'key-revoke') return t`Revoke the key “${name}” at once and for good`;
    const scopes = content.scopes.map((scope) => i18n._(scopeTexts[scope])).join(', ');
    const addresses = content.addresses.join(', ');
    return content.kind === 'key-open'
      ? t`Open the key “${name}” for ${content.days} days: ${scopes}; from ${addresses}`
      : t`Change the key to “${name}”: ${scopes}; from ${addresses}`;
  };
}
