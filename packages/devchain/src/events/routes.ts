import { findSeenTransaction, headHeight } from '../chain/sight.ts';
import { fromBase58 } from '../crypto/address.ts';
import { toHex } from '../crypto/bytes.ts';
import type { JsonObject } from '../json/format-message.ts';
import { listAccountTransactions } from './account-transactions.ts';
import { listEvents } from './list-events.ts';
import { describeTransfers, listTokenTransfers } from './token-transfers.ts';
import { takePage, walkTransactions } from './walk.ts';
import type { Item, Page, Seen, WalkOptions } from './walk.ts';

const limitMax = 200;
const limitDefault = 20;

type Answer = { readonly status: number; readonly body: JsonObject };

/** TronGrid's paths; `undefined` when the path is none of them. */
export async function answerEvents(seen: Seen, url: URL): Promise<Answer | undefined> {
  const [, version, kind, id, what, detail, ...rest] = url.pathname.split('/');
  if (url.pathname === '/healthcheck') return { status: 200, body: { result: 'OK' } };
  if (version !== 'v1' || id === undefined || rest.length > 0) return undefined;
  if (kind === 'accounts' && what === 'transactions') return accountTransactions(seen, url, { address: id, detail });
  if (what !== 'events' || detail !== undefined) return undefined;
  if (kind === 'contracts') return contractEvents(seen, url, id);
  if (kind === 'transactions') {
    const located = findSeenTransaction(seen.core, seen.node, id.toLowerCase());
    return page(seen, url, listEvents(seen, located === undefined ? [] : [located]));
  }
  if (kind !== 'blocks') return undefined;
  const blockNumber = id === 'latest' ? headHeight(seen.core, seen.node) : Number(id);
  return page(seen, url, listEvents(seen, walkTransactions(seen, { ...walkOptions(url), blockNumber })));
}

function contractEvents(seen: Seen, url: URL, address: string): Answer {
  const bytes = fromBase58(address);
  if (bytes === undefined) return invalid('invalid contract address');
  const query = url.searchParams;
  const filter = {
    contractHex: toHex(bytes),
    ...(query.has('event_name') ? { eventName: query.get('event_name') ?? '' } : {}),
  };
  return page(seen, url, listEvents(seen, walkTransactions(seen, walkOptions(url)), filter));
}

async function accountTransactions(
  seen: Seen,
  url: URL,
  { address, detail }: { readonly address: string; readonly detail: string | undefined },
): Promise<Answer | undefined> {
  const bytes = fromBase58(address);
  if (bytes === undefined) return invalid('invalid address');
  const query = url.searchParams;
  const filter = {
    accountHex: toHex(bytes),
    onlyTo: query.get('only_to') === 'true',
    onlyFrom: query.get('only_from') === 'true',
  };
  const transactions = walkTransactions(seen, walkOptions(url));
  if (detail === undefined) return page(seen, url, listAccountTransactions(transactions, filter));
  if (detail !== 'trc20') return undefined;
  const contract = query.get('contract_address');
  const contractBytes = contract === null ? undefined : fromBase58(contract);
  if (contract !== null && contractBytes === undefined) return invalid('invalid contract address');
  const only = contractBytes === undefined ? {} : { contractHex: toHex(contractBytes) };
  const found = pageOf(url, listTokenTransfers(transactions, { ...filter, ...only }));
  return reply(seen, url, { ...found, values: await describeTransfers(seen, found.values) });
}

function walkOptions(url: URL): WalkOptions {
  const query = url.searchParams;
  const time = (name: string): string | null => query.get(`${name}_block_timestamp`) ?? query.get(`${name}_timestamp`);
  const blockNumber = query.get('block_number');
  return {
    onlyConfirmed: query.get('only_confirmed') === 'true',
    onlyUnconfirmed: query.get('only_unconfirmed') === 'true',
    minTimestampMs: Number(time('min') ?? 0),
    maxTimestampMs: Number(time('max') ?? Infinity),
    oldestFirst: isOldestFirst(url),
    ...(blockNumber === null ? {} : { blockNumber: Number(blockNumber) }),
  };
}

function isOldestFirst(url: URL): boolean {
  return url.searchParams.get('order_by') === 'block_timestamp,asc';
}

function pageOf<Value>(url: URL, items: Iterable<Item<Value>>): Page<Value> {
  const query = url.searchParams;
  const wanted = Number(query.get('limit') ?? limitDefault) || limitDefault;
  return takePage(items, {
    fingerprint: query.get('fingerprint'),
    limit: Math.min(limitMax, Math.max(1, Math.trunc(wanted))),
    oldestFirst: isOldestFirst(url),
  });
}

function page(seen: Seen, url: URL, items: Iterable<Item<JsonObject>>): Answer {
  return reply(seen, url, pageOf(url, items));
}

function reply({ core }: Seen, url: URL, { values, fingerprint }: Page<JsonObject>): Answer {
  const next = new URLSearchParams(url.searchParams);
  if (fingerprint !== undefined) next.set('fingerprint', fingerprint);
  const more = fingerprint === undefined ? {} : { fingerprint, links: { next: `${url.pathname}?${next}` } };
  return {
    status: 200,
    body: {
      data: values,
      success: true,
      meta: { at: core.history.head().timestampMs, page_size: values.length, ...more },
    },
  };
}

function invalid(error: string): Answer {
  return { status: 400, body: { success: false, error, statusCode: 400 } };
}
