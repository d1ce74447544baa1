import type { Block } from '../chain/types.ts';
import { fromHex, toHex } from '../crypto/bytes.ts';
import { formatAddress } from '../json/format-message.ts';
import type { JsonObject } from '../json/format-message.ts';
import { dropEmpty } from '../json/format-receipt.ts';
import { parseAddress, parseHex } from '../json/parse-message.ts';
import { findAccount } from '../state/accounts.ts';
import type { BalanceChange } from '../state/accounts.ts';
import { burntSun } from '../state/burnt.ts';
import { findVisibleBlock, numberParam, viewHeight, viewState } from './handler.ts';
import type { Handler, Request } from './handler.ts';
import { RequestError, javaClasses } from './request-error.ts';

export const getBurntTrx: Handler = (request) => ({ burnTrxAmount: burntSun(viewState(request)) });

/** What each transaction of a block changed of balances. */
export const getBlockBalance: Handler = (request) => {
  const block = identifiedBlock(request, request.params, 'This block does not exist');
  if (!isTraced(block)) throw notFound('This block does not exist');
  return {
    block_identifier: identifierOf(block),
    timestamp: block.timestampMs,
    ...dropEmpty({
      transaction_balance_trace: block.transactions.map(({ id, transaction, receipt }) => ({
        transaction_identifier: id,
        ...dropEmpty({
          operation: (receipt.balances ?? []).map((change, index) => printChange(request, change, index)),
        }),
        type: transaction.raw_data.contract[0]?.type,
        status: receipt.contractResult,
      })),
    }),
  };
};

/** The balance of an account after a block, and the block that changed it last. */
export const getAccountBalance: Handler = (request) => {
  const address = askedAddress(request);
  const asked = member(request.params, 'block_identifier');
  if (asked === undefined) throw illegal('block_identifier null');
  const block = identifiedBlock(request, asked, `number: ${Number(asked['number'] ?? 0)} is not found!`);
  const { balanceSun, changedBy } = balanceAt(request, toHex(address), block);
  return { ...dropEmpty({ balance: balanceSun }), block_identifier: identifierOf(changedBy) };
};

type Found = { readonly balanceSun: bigint; readonly changedBy: Block };

/** Looks through the blocks, because nothing indexes them by account: this is asked rarely. */
function balanceAt(request: Request, addressHex: string, asked: Block): Found {
  const heights = request.core.history.filledHeights().filter((height) => height <= viewHeight(request));
  const changesIn = (height: number): BalanceChange[] => {
    const block = findVisibleBlock(request, height);
    if (block === undefined) return [];
    // What is not known must not look like no change.
    if (!isTraced(block)) throw notFound(`number: ${asked.number} is not found!`);
    return block.transactions
      .flatMap(({ receipt }) => receipt.balances ?? [])
      .filter((change) => change.addressHex === addressHex);
  };
  for (const height of heights.filter((candidate) => candidate <= asked.number).toReversed()) {
    const last = changesIn(height).at(-1);
    const block = findVisibleBlock(request, height);
    if (last !== undefined && block !== undefined) return { balanceSun: last.balanceSun, changedBy: block };
  }
  const { genesis } = request.core.identity;
  for (const height of heights.filter((candidate) => candidate > asked.number)) {
    const [first] = changesIn(height);
    if (first !== undefined) return { balanceSun: first.balanceSun - first.changeSun, changedBy: genesis };
  }
  return { balanceSun: findAccount(viewState(request), addressHex)?.balance ?? 0n, changedBy: genesis };
}

/** Blocks from before changes of balances were kept are not. */
function isTraced({ transactions }: Block): boolean {
  return transactions.every(({ receipt }) => receipt.balances !== undefined);
}

function askedAddress({ params, visible }: Request): Uint8Array {
  const account = member(params, 'account_identifier');
  if (account === undefined) throw illegal('account_identifier is null');
  const { address } = account;
  if (address === undefined || address === '') throw illegal('account_identifier address is null');
  return parseAddress(address, visible);
}

/** The block that number and hash name together. */
function identifiedBlock(request: Request, identifier: JsonObject, missing: string): Block {
  const number = numberParam({ ...request, params: { number: 0, ...identifier } }, 'number');
  if (number < 0) throw illegal('block_identifier number less than 0');
  const hash = parseHex(identifier['hash'] ?? '');
  if (hash.length !== 32) throw illegal('block_identifier hash length not equals 32');
  const block = findVisibleBlock(request, number);
  if (block === undefined) throw notFound(missing);
  if (toHex(block.id) !== toHex(hash)) throw illegal('number and hash do not match');
  return block;
}

function identifierOf({ id, number }: Block): JsonObject {
  return { hash: toHex(id), ...dropEmpty({ number }) };
}

function printChange({ visible }: Request, { addressHex, changeSun }: BalanceChange, index: number): JsonObject {
  return {
    ...dropEmpty({ operation_identifier: index }),
    address: formatAddress(fromHex(addressHex), visible),
    amount: changeSun,
  };
}

function member(params: JsonObject, name: string): JsonObject | undefined {
  const value = params[name];
  return value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as JsonObject) : undefined;
}

function illegal(text: string): RequestError {
  return new RequestError(text, javaClasses.illegalArgument);
}

function notFound(text: string): RequestError {
  return new RequestError(text, 'org.tron.core.exception.ItemNotFoundException');
}
