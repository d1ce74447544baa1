import { loadTexts, type TextPart } from '../shared/i18n.ts';

/** A loader for pages whose texts do not come with the entry or with the session. */
export function withTexts(...parts: readonly TextPart[]) {
  return async () => {
    await Promise.all(parts.map(loadTexts));
    return null;
  };
}
