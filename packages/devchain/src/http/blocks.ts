import { blockNumberOf } from '../chain/block.ts';
import type { Block } from '../chain/types.ts';
import { toHex } from '../crypto/bytes.ts';
import { formatBlock } from '../json/format-block.ts';
import type { JsonObject } from '../json/format-message.ts';
import { findVisibleBlock, headBlock, numberParam, textParam, viewHeight } from './handler.ts';
import type { Handler, Request } from './handler.ts';
import { RequestError } from './request-error.ts';
import { receiptOf } from './transactions.ts';

const rangeMax = 100;

export const getNowBlock: Handler = (request) => print(request, headBlock(request));

export const getBlock: Handler = (request) => {
  const detail = String(request.params['detail'] ?? false) === 'true';
  const wanted = textParam(request, 'id_or_num');
  if (wanted === '') return print(request, headBlock(request), detail);
  if (/^\d+$/.test(wanted) && wanted.length < 64)
    return print(request, findVisibleBlock(request, Number(wanted)), detail);
  if (/^-\d+$/.test(wanted)) throw new RequestError('num must be non-positive number.');
  if (!/^[0-9a-fA-F]{64}$/.test(wanted)) throw new RequestError('id must be legal block hash.');
  return print(request, findById(request, wanted), detail);
};

/** The genesis block where no number is given. */
export const getBlockByNum: Handler = (request) =>
  print(request, findVisibleBlock(request, 'num' in request.params ? numberParam(request, 'num') : 0));

export const getBlockById: Handler = (request) => print(request, findById(request, textParam(request, 'value')));

/** `endNum` is exclusive. */
export const getBlockByLimitNext: Handler = (request) => {
  const [start, end] = [numberParam(request, 'startNum'), numberParam(request, 'endNum')];
  if (!(start >= 0 && end > start && end - start <= rangeMax)) return {};
  return printList(request, start, end);
};

export const getBlockByLatestNum: Handler = (request) => {
  const count = numberParam(request, 'num');
  if (!(count > 0 && count < rangeMax)) return {};
  const height = viewHeight(request);
  return printList(request, Math.max(0, height - count + 1), height + 1);
};

export const getTransactionInfoByBlockNum: Handler = (request) => {
  const number = numberParam(request, 'num');
  if (!(number > 0)) return {};
  const block = findVisibleBlock(request, number);
  if (block === undefined) return [];
  return block.transactions.map((record, index) => receiptOf(request, { record, block, index }));
};

export const getTransactionCountByBlockNum: Handler = (request) => ({
  count: findVisibleBlock(request, numberParam(request, 'num'))?.transactions.length ?? 0,
});

function findById(request: Request, idHex: string): Block | undefined {
  const id = idHex.toLowerCase();
  const block = findVisibleBlock(request, blockNumberOf(id));
  return block !== undefined && toHex(block.id) === id ? block : undefined;
}

function print(request: Request, block: Block | undefined, detail = true): JsonObject {
  const { core, visible } = request;
  return block === undefined ? {} : formatBlock(block, { witness: core.identity.witness, visible, detail });
}

function printList(request: Request, start: number, end: number): JsonObject {
  const blocks: JsonObject[] = [];
  for (let number = start; number < end; number += 1) {
    const block = findVisibleBlock(request, number);
    if (block !== undefined) blocks.push(print(request, block));
  }
  return { block: blocks };
}
