import type { TargetDraft } from './target-draft.ts';

/** What may have any form. */
type Loose<T> = { readonly [Name in keyof T]?: unknown } | null | undefined;

/**
 * The phone or e-mail that was typed on the page before, from the state of the navigation; undefined where there is none.
 * The browser keeps it from earlier versions too, so that its form is not taken for granted.
 */
export function readTargetState(state: unknown): TargetDraft | undefined {
  const { kind, areaCode, number, email } = ((state as Loose<{ target: never }>)?.target as Loose<TargetDraft>) ?? {};
  return (kind === 'phone' || kind === 'email') && typeof number === 'string' && typeof email === 'string'
    ? { kind, areaCode: readAreaCode(areaCode), number, email }
    : undefined;
}

function readAreaCode(value: unknown): TargetDraft['areaCode'] {
  const { region, dialCode } = (value as Loose<NonNullable<TargetDraft['areaCode']>>) ?? {};
  return typeof region === 'string' && typeof dialCode === 'string' ? { region, dialCode } : undefined;
}
