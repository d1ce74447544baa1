import type { JsonObject } from '../json/format-message.ts';
import { textParam } from './handler.ts';
import type { Handler, Request } from './handler.ts';
import { RequestError, javaClasses } from './request-error.ts';

/** The order book of a network whose committee has not opened it: there are no orders, and nobody can place one. */
export const marketReads: Readonly<Record<string, Handler>> = {
  getmarketorderbyaccount: () => ({}),
  getmarketorderbyid: (request) => {
    if (textParam(request, 'value') === '') return {};
    throw new RequestError('order not found in store', 'java.lang.IllegalStateException');
  },
  // Without prices the pair is all there is to tell.
  getmarketpricebypair: (request) => pairOf(request),
  getmarketorderlistbypair: () => ({}),
  getmarketpairlist: () => ({}),
};

export const marketBuilders: Readonly<Record<string, Handler>> = { marketsellasset: refuse, marketcancelorder: refuse };

function refuse(): never {
  throw new RequestError(
    'Not support Market Transaction, need to be opened by the committee',
    javaClasses.contractValidate,
  );
}

function pairOf(request: Request): JsonObject {
  const names = ['sell_token_id', 'buy_token_id'].map((name) => [name, textParam(request, name)] as const);
  return Object.fromEntries(names.filter(([, value]) => value !== ''));
}
