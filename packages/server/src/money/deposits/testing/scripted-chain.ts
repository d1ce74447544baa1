import { createHash } from 'node:crypto';
import { addressToHex, findAddressFromBytes, type TronAddress } from '@tern/tron/address';
import type { TronNode } from '@tern/tron/open-node';

/** A transaction in a node's own words. Its id comes from its name alone, so another branch can contain it again. */
export type ScriptedTransaction = {
  readonly name: string;
  readonly type: string;
  readonly value: object;
  readonly contractRet: string;
  readonly receipt: object;
  readonly info: object;
};

type ScriptedBlock = {
  readonly number: number;
  readonly id: string;
  readonly parentId: string;
  readonly transactions: readonly ScriptedTransaction[];
};

const sha256 = (data: string | Buffer): string => createHash('sha256').update(data).digest('hex');
const genesisMs = Date.UTC(2026, 0, 1);
const transferTopic = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';

export function txIdOf({ name }: Pick<ScriptedTransaction, 'name'>): string {
  return sha256(Buffer.from(name));
}

/** An address nobody has the key of; the same one for the same name. */
export function addressOf(name: string): TronAddress {
  const address = findAddressFromBytes(Buffer.from(sha256(name).slice(0, 40), 'hex'));
  if (address === undefined) throw new Error('not an address');
  return address;
}

let counter = 0;
function freshName(): string {
  counter += 1;
  return `transaction ${counter}`;
}

export function trxTransfer(input: {
  readonly from: TronAddress;
  readonly to: TronAddress;
  readonly amountSun: number;
  readonly name?: string;
  readonly contractRet?: string;
}): ScriptedTransaction {
  return {
    name: input.name ?? freshName(),
    type: 'TransferContract',
    value: { owner_address: addressToHex(input.from), to_address: addressToHex(input.to), amount: input.amountSun },
    contractRet: input.contractRet ?? 'SUCCESS',
    receipt: { net_usage: 268 },
    info: {},
  };
}

export type ScriptedLog = {
  readonly contract: TronAddress;
  readonly from: TronAddress;
  readonly to: TronAddress;
  readonly amount: bigint;
};

/** A call of a token contract by `caller` that left these Transfer events. */
export function tokenCall(input: {
  readonly caller: TronAddress;
  readonly logs: readonly ScriptedLog[];
  readonly name?: string;
  readonly contractRet?: string;
  readonly receiptResult?: string | undefined;
}): ScriptedTransaction {
  const contract = input.logs[0]?.contract ?? addressOf('some contract');
  const contractRet = input.contractRet ?? 'SUCCESS';
  const receiptResult = 'receiptResult' in input ? input.receiptResult : contractRet;
  return {
    name: input.name ?? freshName(),
    type: 'TriggerSmartContract',
    value: { owner_address: addressToHex(input.caller), contract_address: addressToHex(contract), data: 'a9059cbb' },
    contractRet,
    receipt: {
      energy_usage_total: 12_711,
      net_usage: 345,
      ...(receiptResult === undefined ? {} : { result: receiptResult }),
    },
    info: {
      ...(contractRet === 'SUCCESS' ? {} : { result: 'FAILED' }),
      log: input.logs.map(({ contract: emitter, from, to, amount }) => ({
        address: addressToHex(emitter).slice(2),
        topics: [transferTopic, word(from), word(to)],
        data: amount.toString(16).padStart(64, '0'),
      })),
    },
  };
}

function word(address: TronAddress): string {
  return addressToHex(address).slice(2).padStart(64, '0');
}

/** A call of a contract that sends TRX on. */
export function contractSend(input: {
  readonly caller: TronAddress;
  readonly moves: readonly { readonly to: TronAddress; readonly amountSun: number; readonly rejected?: boolean }[];
  readonly contractRet?: string;
}): ScriptedTransaction {
  const contract = addressOf('splitter contract');
  const call = tokenCall({ caller: input.caller, logs: [], contractRet: input.contractRet ?? 'SUCCESS' });
  return {
    ...call,
    info: {
      ...call.info,
      internal_transactions: input.moves.map(({ to, amountSun, rejected }) => ({
        caller_address: addressToHex(contract),
        transferTo_address: addressToHex(to),
        callValueInfo: [{ callValue: amountSun }],
        ...(rejected === true ? { rejected: true } : {}),
      })),
    },
  };
}

/** Any other contract form. */
export function otherTransaction(type: string, value: object): ScriptedTransaction {
  return { name: freshName(), type, value, contractRet: 'SUCCESS', receipt: {}, info: {} };
}

/** Changes what a node answers, for nodes that fail or lie. */
export type Tamper = (path: string, body: Readonly<Record<string, unknown>>, honest: unknown) => unknown;

export type ScriptedChain = {
  /** Adds one block; returns its number. */
  readonly mine: (...transactions: ScriptedTransaction[]) => number;
  readonly mineEmpty: (count: number) => void;
  /** Drops the last `depth` blocks; what is mined next is another branch. */
  readonly dropBlocks: (depth: number) => void;
  readonly headNumber: () => number;
  readonly solidNumber: () => number;
  /** Holds the irreversible view at its block, or lets it go on. */
  readonly stallSolid: (stalled: boolean) => void;
  readonly openNode: (name?: string, tamper?: Tamper) => TronNode;
};

/** A chain written by a test: for forks, halts, lies and partial answers that a working chain does not produce. */
export function scriptedChain({ solidLag = 19 }: { readonly solidLag?: number } = {}): ScriptedChain {
  const blocks: ScriptedBlock[] = [{ number: 0, id: blockId(0, ''), parentId: '0'.repeat(64), transactions: [] }];
  let branch = 0;
  let stalledAt: number | undefined;
  const headNumber = (): number => blocks.length - 1;
  const solidNumber = (): number => stalledAt ?? Math.max(0, headNumber() - solidLag);
  const mine = (...transactions: ScriptedTransaction[]): number => {
    const number = blocks.length;
    const salt = `${branch} ${transactions.map(({ name }) => name).join()}`;
    blocks.push({ number, id: blockId(number, salt), parentId: blocks[number - 1]?.id ?? '', transactions });
    return number;
  };
  const find = (root: string, number: number): ScriptedBlock | undefined =>
    root === 'walletsolidity' && number > solidNumber() ? undefined : blocks[number];
  const renderReceipt = (root: string, txId: string): object => {
    const receipts = blocks.flatMap(({ number }) => renderReceipts(find(root, number)));
    return receipts.find(({ id }) => id === txId) ?? {};
  };
  const answer = (path: string, body: Readonly<Record<string, unknown>>): unknown => {
    const [, root = '', operation] = path.split('/');
    const newest = root === 'walletsolidity' ? solidNumber() : headNumber();
    const answers: Readonly<Record<string, () => unknown>> = {
      getblock: () => renderBlock(find(root, body['id_or_num'] === undefined ? newest : Number(body['id_or_num']))),
      getblockbynum: () => renderBlock(find(root, Number(body['num']))),
      gettransactioninfobyid: () => renderReceipt(root, String(body['value'])),
      gettransactioninfobyblocknum: () => renderReceipts(find(root, Number(body['num']))),
    };
    const respond = answers[operation ?? ''];
    if (respond === undefined) throw new Error(`the script has no ${path}`);
    return respond();
  };
  return {
    mine,
    mineEmpty: (count) => {
      for (let added = 0; added < count; added += 1) mine();
    },
    dropBlocks: (depth) => {
      blocks.length -= depth;
      branch += 1;
    },
    headNumber,
    solidNumber,
    stallSolid: (stalled) => {
      stalledAt = stalled ? solidNumber() : undefined;
    },
    openNode: (name = 'scripted', tamper = (_path, _body, honest) => honest) => ({
      name,
      ask: async (path, body) => tamper(path, body, answer(path, body)),
    }),
  };
}

function blockId(number: number, salt: string): string {
  return number.toString(16).padStart(16, '0') + sha256(`${number} ${salt}`).slice(16);
}

function renderBlock(block: ScriptedBlock | undefined): object {
  if (block === undefined) return {};
  const raw = {
    parentHash: block.parentId,
    timestamp: genesisMs + block.number * 3000,
    ...(block.number === 0 ? {} : { number: block.number }),
  };
  return {
    blockID: block.id,
    block_header: { raw_data: raw },
    ...(block.transactions.length === 0
      ? {}
      : {
          transactions: block.transactions.map((transaction) => ({
            txID: txIdOf(transaction),
            raw_data_hex: Buffer.from(transaction.name).toString('hex'),
            raw_data: { contract: [{ type: transaction.type, parameter: { value: transaction.value } }] },
            ret: [{ contractRet: transaction.contractRet }],
          })),
        }),
  };
}

function renderReceipts(block: ScriptedBlock | undefined): { readonly id: string }[] {
  return (block?.transactions ?? []).map((transaction) => ({
    id: txIdOf(transaction),
    blockNumber: block?.number,
    receipt: transaction.receipt,
    ...transaction.info,
  }));
}
