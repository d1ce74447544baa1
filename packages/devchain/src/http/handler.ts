import type { ChainCore } from '../chain/core.ts';
import type { ChainNode } from '../chain/node.ts';
import { findSeenBlock, headHeight, seenState, solidHeight } from '../chain/sight.ts';
import type { Block } from '../chain/types.ts';
import type { JsonObject } from '../json/format-message.ts';
import { parseAddress } from '../json/parse-message.ts';
import type { CellReader } from '../state/cells.ts';
import { RequestError, javaClasses } from './request-error.ts';

/** `/wallet` answers from the head with what is pending, `/walletsolidity` from the solidified head. */
export type View = 'head' | 'solid';

export type Request = {
  readonly core: ChainCore;
  readonly node: ChainNode;
  readonly view: View;
  readonly params: JsonObject;
  /** Addresses as base58 and texts as text. */
  readonly visible: boolean;
};

export type Handler = (request: Request) => Promise<unknown> | unknown;

export function viewHeight({ core, node, view }: Pick<Request, 'core' | 'node' | 'view'>): number {
  return view === 'solid' ? solidHeight(core, node) : headHeight(core, node);
}

export function viewState({ core, node, view }: Pick<Request, 'core' | 'node' | 'view'>): CellReader {
  return view === 'solid' ? seenState(core, node, solidHeight(core, node)) : seenState(core, node);
}

/** The block of this number, unless the view does not reach so far. */
export function findVisibleBlock(request: Request, number: number): Block | undefined {
  return number <= viewHeight(request) ? findSeenBlock(request.core, request.node, number) : undefined;
}

export function headBlock(request: Request): Block {
  return findSeenBlock(request.core, request.node, viewHeight(request)) ?? request.core.identity.genesis;
}

/** A required address. */
export function addressParam({ params, visible }: Request, name: string): Uint8Array {
  const value = params[name];
  if (value === undefined || value === '') throw new RequestError(`${name} isn't set.`, javaClasses.illegalArgument);
  return parseAddress(value, visible);
}

/** A number given as number or decimal text; `NaN` when it is neither. */
export function numberParam({ params }: Request, name: string): number {
  const value = params[name];
  if (typeof value === 'number' || typeof value === 'bigint') return Number(value);
  return typeof value === 'string' && /^-?\d+$/.test(value) ? Number(value) : NaN;
}

/** As `numberParam`, of a member that has to be there. */
export function requiredNumber(request: Request, name: string): number {
  if (!(name in request.params)) {
    throw new RequestError(`key [${name}] does not exist`, javaClasses.invalidParameter);
  }
  return numberParam(request, name);
}

export function textParam({ params }: Request, name: string): string {
  const value = params[name];
  return value === undefined || value === null ? '' : String(value);
}
