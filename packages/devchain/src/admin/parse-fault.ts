import { faultKinds } from '../chain/faults.ts';
import type { Fault } from '../chain/faults.ts';
import { refusalCodes } from '../chain/refusal.ts';
import type { RefusalCode } from '../chain/refusal.ts';
import type { JsonObject } from '../json/format-message.ts';
import { AdminError } from './admin.ts';

const statusMin = 100;
const statusMax = 599;

/** Reads a fault from JSON. Throws `AdminError`, which names the member that is wrong. */
export function parseFault(params: JsonObject): Fault {
  const kind = faultKinds.find((known) => known === params['kind']);
  if (kind === undefined) throw new AdminError(`kind must be one of ${faultKinds.join(', ')}`);
  const limits = {
    ...(params['times'] === undefined ? {} : { times: wholeNumber(params, 'times', 1) }),
    ...(params['path'] === undefined ? {} : { path: String(params['path']) }),
  };
  const text = params['text'] === undefined ? {} : { text: String(params['text']) };
  const body = params['body'] === undefined ? {} : { body: String(params['body']) };
  switch (kind) {
    case 'refuse':
    case 'accept-then-refuse':
      return { kind, code: refusalCode(params), ...text, ...limits };
    case 'http':
      return { kind, status: wholeNumber(params, 'status', statusMin, statusMax), ...body, ...limits };
    case 'delay':
      return { kind, delayMs: wholeNumber(params, 'delayMs', 0), ...limits };
    case 'lag-head':
    case 'lag-solid':
      return { kind, blocks: wholeNumber(params, 'blocks', 1) };
    case 'fork':
      return { kind, depth: wholeNumber(params, 'depth', 0) };
    case 'conceal':
      return { kind, txId: transactionId(params) };
    case 'stall-solid':
    case 'no-internal':
      return { kind };
    case 'lose-answer':
    case 'hold':
    case 'drop':
    case 'throttle':
    case 'hang':
    case 'cut-answer':
    case 'no-calls':
    case 'no-estimates':
      return { kind, ...limits };
  }
}

function refusalCode({ code }: JsonObject): RefusalCode {
  const found = refusalCodes.find((known) => known === code);
  if (found === undefined) throw new AdminError(`code must be one of ${refusalCodes.join(', ')}`);
  return found;
}

function transactionId({ txId }: JsonObject): string {
  if (typeof txId !== 'string' || !/^[0-9a-fA-F]{64}$/.test(txId)) {
    throw new AdminError('txId must be 64 hex digits');
  }
  return txId;
}

function wholeNumber(params: JsonObject, name: string, min: number, max = Number.MAX_SAFE_INTEGER): number {
  const value = params[name];
  if (typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max) return value;
  throw new AdminError(`${name} must be a whole number from ${min} to ${max}`);
}
