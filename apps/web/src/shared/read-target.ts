import type { TargetDraft } from './target-draft.ts';

/** What may have any form. */
type Loose<T> = { readonly [Name in keyof T]?: unknown } | null | undefined;

/**
 * A phone or e-mail that was typed before and that the browser has kept; undefined where there is none. It may be of an earlier
 * version of the app, so its form is not taken for granted.
 */
export function readTarget(kept: unknown): TargetDraft | undefined {
  const { kind, areaCode, number, email } = (kept as Loose<TargetDraft>) ?? {};
  const { region, dialCode } = (areaCode as Loose<TargetDraft['areaCode']>) ?? {};
  if ((kind !== 'phone' && kind !== 'email') || typeof number !== 'string' || typeof email !== 'string')
    return undefined;
  const isWhole = typeof region === 'string' && typeof dialCode === 'string';
  return { kind, areaCode: isWhole ? { region, dialCode } : undefined, number, email };
}
