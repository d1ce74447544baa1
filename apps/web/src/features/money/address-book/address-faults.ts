import { parseAddress } from '@tern/tron/browser';
import { problemText } from '../../../shared/problem-texts.ts';

/** What is wrong with an address before it is sent, in words. */
export function findAddressFault(typed: string): string | undefined {
  const address = typed.trim();
  if (address === '') return problemText({ code: 'ADDRESS_REQUIRED', data: undefined });
  const parsed = parseAddress(address);
  return 'fault' in parsed ? problemText({ code: 'ADDRESS_INVALID', data: { fault: parsed.fault } }) : undefined;
}

/** What is wrong with the name of an address before it is sent, in words. */
export function findLabelFault(label: string): string | undefined {
  return label.trim() === '' ? problemText({ code: 'ADDRESS_LABEL_INVALID', data: undefined }) : undefined;
}
