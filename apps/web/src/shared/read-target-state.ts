import type { TargetDraft } from './target-draft.ts';

/**
 * The phone or e-mail that was typed on the page before, from the state of the navigation; undefined where there is none.
 * The browser keeps it from earlier versions too, so that its form is not taken for granted.
 */
export function readTargetState(state: unknown): TargetDraft | undefined {
  if (typeof state !== 'object' || state === null || !('target' in state)) return undefined;
  const { target } = state;
  if (typeof target !== 'object' || target === null) return undefined;
  const { kind, areaCode, number, email } = target as Readonly<Record<string, unknown>>;
  if ((kind !== 'phone' && kind !== 'email') || typeof number !== 'string' || typeof email !== 'string')
    return undefined;
  return { kind, areaCode: readAreaCode(areaCode), number, email };
}

function readAreaCode(value: unknown): TargetDraft['areaCode'] {
  if (typeof value !== 'object' || value === null) return undefined;
  const { region, dialCode } = value as Readonly<Record<string, unknown>>;
  return typeof region === 'string' && typeof dialCode === 'string' ? { region, dialCode } : undefined;
}
