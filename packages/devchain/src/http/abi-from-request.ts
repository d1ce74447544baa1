import { parseMessage } from '../json/parse-message.ts';
import { parse } from '../json/text.ts';
import type { SmartContract } from '../proto/types.ts';
import { RequestError, javaClasses } from './request-error.ts';

/** The ABI of a deployment request: the compiler's array, or its JSON text. */
export function abiFromRequest(value: unknown): NonNullable<SmartContract['abi']> {
  const entrys = typeof value === 'string' && value !== '' ? parseText(value) : value;
  return parseMessage('SmartContract.ABI', { entrys: entrys === '' ? [] : entrys }, false);
}

function parseText(text: string): unknown {
  try {
    return parse(text);
  } catch {
    throw new RequestError('syntax error in abi', javaClasses.json);
  }
}
