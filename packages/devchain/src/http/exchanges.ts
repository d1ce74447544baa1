import { formatExchange } from '../json/format-committee.ts';
import { findExchange, listExchanges as allExchanges } from '../state/exchanges.ts';
import { requiredNumber, viewState } from './handler.ts';
import type { Handler } from './handler.ts';
import { pageOf } from './paginate.ts';

/** Newest first. */
export const listExchanges: Handler = (request) => {
  const exchanges = allExchanges(viewState(request)).toReversed();
  return exchanges.length === 0
    ? {}
    : { exchanges: exchanges.map((exchange) => formatExchange(exchange, request.visible)) };
};

/** In the order of their numbers, unlike the whole list. */
export const getPaginatedExchangeList: Handler = (request) => {
  const page = pageOf(request, allExchanges(viewState(request)));
  return page.length === 0 ? {} : { exchanges: page.map((exchange) => formatExchange(exchange, request.visible)) };
};

export const getExchangeById: Handler = (request) => {
  const exchange = findExchange(viewState(request), requiredNumber(request, 'id'));
  return exchange === undefined ? {} : formatExchange(exchange, request.visible);
};
