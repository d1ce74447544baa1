import { nextMaintenanceMs } from '../chain/maintenance.ts';
import { blockSlot } from '../chain/time.ts';
import { formatAddress } from '../json/format-message.ts';
import type { JsonObject } from '../json/format-message.ts';
import { dropEmpty } from '../json/format-receipt.ts';
import { headBlock, numberParam, viewState } from './handler.ts';
import type { Handler, Request } from './handler.ts';
import { RequestError } from './request-error.ts';

/** A page holds no more witnesses than this. */
const pageMax = 1_000;

export const getNextMaintenanceTime: Handler = (request) => ({
  num: nextMaintenanceMs(viewState(request), headBlock(request).timestampMs),
});

export const listWitnesses: Handler = (request) => ({ witnesses: witnessesOf(request) });

export const getPaginatedNowWitnessList: Handler = (request) => {
  const [offset, limit] = [pageParam(request, 'offset'), pageParam(request, 'limit')];
  if (offset < 0 || limit <= 0) return {};
  const witnesses = witnessesOf(request).slice(offset, offset + Math.min(limit, pageMax));
  return dropEmpty({ witnesses });
};

/** The chain has one, which makes every block. */
function witnessesOf(request: Request): JsonObject[] {
  const { witness } = request.core.identity;
  const { number, timestampMs } = headBlock(request);
  return [
    dropEmpty({
      address: formatAddress(witness.address, request.visible),
      totalProduced: number,
      latestBlockNum: number,
      latestSlotNum: blockSlot(timestampMs),
      isJobs: true,
    }),
  ];
}

/** 0 where it is not given. */
function pageParam(request: Request, name: string): number {
  const value = request.params[name];
  if (value === undefined) return 0;
  const number = numberParam(request, name);
  if (Number.isNaN(number)) {
    throw new RequestError(`For input string: "${String(value)}"`, 'java.lang.NumberFormatException');
  }
  return number;
}
