import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { TargetInput } from '@tern/contracts/fields';
import { guessAreaCode } from './area-codes.ts';

/** What a person has typed so far as phone or e-mail. */
export type TargetDraft = {
  kind: 'phone' | 'email';
  areaCode: { region: string; dialCode: string } | undefined;
  number: string;
  email: string;
};

export type TargetFault = MessageDescriptor;

/** Nothing typed yet; the area code is the one people here most likely have. */
export function emptyTarget(kind: TargetDraft['kind'] = 'phone'): TargetDraft {
  return { kind, areaCode: guessAreaCode(), number: '', email: '' };
}

/** What is wrong with the draft, to stand beside its field; undefined when it can be sent. The server decides in the end. */
export function findTargetFault(draft: TargetDraft): TargetFault | undefined {
  if (draft.kind === 'email') {
    return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(draft.email.trim())
      ? undefined
      : msg`Enter an e-mail address, for example name@example.org`;
  }
  if (draft.areaCode === undefined) return msg`Choose an area code`;
  return draft.number.normalize('NFKC').replace(/\D/g, '').length < 4 ? msg`Enter at least 4 digits` : undefined;
}

export function toTargetInput(draft: TargetDraft): TargetInput {
  return draft.kind === 'email'
    ? { kind: 'email', email: draft.email.trim() }
    : { kind: 'phone', areaCode: draft.areaCode?.dialCode ?? '', number: draft.number.normalize('NFKC').trim() };
}
