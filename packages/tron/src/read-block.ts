import { hash } from 'node:crypto';
import { hexToBytes } from '@noble/hashes/utils.js';
import { zero } from '@tern/money/units';
import type { BlockFacts, EventLog, InternalTransfer, TransactionFacts } from './block-facts.ts';
import { readBlockHead } from './get-block-head.ts';
import type { ChainView, TronNode } from './open-node.ts';
import { readTransactionResult } from './read-transaction-result.ts';
import { malformed, readReply, readReplyList, type Reply, type ReplyPlace } from './reply.ts';
import { viewRoot } from './view-root.ts';

/**
 * Reads a block with its transactions, each joined with its receipt; `undefined` where the view has not reached it.
 * Partial answers are refused, never skipped: there are as many receipts as transactions, with the same ids, and each
 * id is the hash of its transaction's bytes. Amounts are in sun, or in base units of the token.
 *
 * @param number From 1 on: block 0 has transactions of another form.
 * @throws NodeFault, `malformed` where anything is missing or does not fit.
 * @example
 * const txId = await chain.admin.faucetTrx(bob, 5_000_000n);
 * const number = await chain.admin.mine();
 * const block = await readBlock(node, { view: 'head', number });
 * block?.transactions.map(({ txId, to }) => [txId, to]); // → [[txId, bob]]
 * await readBlock(node, { view: 'solid', number }); // → undefined
 */
export async function readBlock(
  node: TronNode,
  { view, number }: { readonly view: ChainView; readonly number: number },
): Promise<BlockFacts | undefined> {
  const root = viewRoot(view);
  const place: ReplyPlace = { node, path: `${root}/getblockbynum` };
  const block = readReply(await node.ask(place.path, { num: number }), place);
  if (!block.has('blockID')) return undefined;
  const head = readBlockHead(block, place);
  if (head.number !== number) throw malformed(place, `asked for block ${number}, got ${head.number}`);
  const bodies = block.objects('transactions');
  // Asked for an empty block too: a node that lost the transactions may still have the receipts.
  const receipts = await getReceipts(node, `${root}/gettransactioninfobyblocknum`, number);
  if (receipts.length !== bodies.length) {
    throw malformed(place, `block ${number} has ${bodies.length} transactions and ${receipts.length} receipts`);
  }
  const receiptOf = new Map(receipts.map((receipt) => [receipt.id('id'), receipt]));
  const transactions = bodies.map((body) => {
    const receipt = receiptOf.get(body.id('txID'));
    if (receipt?.count('blockNumber') !== number) {
      throw malformed(place, `block ${number} lacks the receipt of ${body.id('txID')}`);
    }
    return joinTransaction(body, receipt, place);
  });
  if (receiptOf.size !== transactions.length) throw malformed(place, `block ${number} repeats a transaction`);
  return { ...head, transactions };
}

async function getReceipts(node: TronNode, path: string, number: number): Promise<readonly Reply[]> {
  return readReplyList(await node.ask(path, { num: number }), { node, path });
}

function joinTransaction(body: Reply, receipt: Reply, place: ReplyPlace): TransactionFacts {
  const txId = body.id('txID');
  if (hash('sha256', Buffer.from(body.hex('raw_data_hex'), 'hex')) !== txId) {
    throw malformed(place, `transaction ${txId} is not the hash of its bytes`);
  }
  const raw = body.object('raw_data');
  const [contract] = raw.objects('contract');
  if (contract === undefined) throw malformed(place, `transaction ${txId} has no contract`);
  const contractType = contract.text('type');
  const value = contract.object('parameter').object('value');
  const [ret] = body.objects('ret');
  const costs = receipt.object('receipt');
  const contractRet = ret?.text('contractRet') ?? '';
  const memo = readMemo(raw.hex('data'));
  return {
    txId,
    contractType,
    ...readOwner(value),
    ...readParameter(contractType, value),
    result: readTransactionResult({
      contractType,
      contractRet,
      receiptResult: costs.text('result'),
      infoResult: receipt.text('result'),
    }),
    resultCode: contractRet,
    energyUsed: costs.amount('energy_usage_total'),
    bandwidthUsed: costs.amount('net_usage'),
    feeSun: receipt.amount('fee'),
    logs: receipt.objects('log').map(readLog),
    internal: receipt.objects('internal_transactions').flatMap((item, at) => readInternal(item, at, place)),
    ...(memo === undefined ? {} : { memo }),
  };
}

type Parameter = Pick<TransactionFacts, 'kind' | 'to' | 'amountSun' | 'contract' | 'token'>;

function readParameter(contractType: string, value: Reply): Parameter {
  switch (contractType) {
    case 'TransferContract':
      return { kind: 'transfer', to: value.address('to_address'), amountSun: value.amount('amount') };
    case 'TriggerSmartContract':
      return { kind: 'trigger', contract: value.address('contract_address'), amountSun: value.amount('call_value') };
    case 'TransferAssetContract':
      return {
        kind: 'other',
        to: value.address('to_address'),
        amountSun: zero,
        // The id is text in hexadecimal digits; whether it is a number is for the reader of these facts to judge.
        token: { id: bytesToText(value.hex('asset_name')) ?? value.hex('asset_name'), amount: value.amount('amount') },
      };
    default:
      return { kind: 'other', amountSun: zero, ...readReceiver(value) };
  }
}

function readOwner(value: Reply): Pick<TransactionFacts, 'owner'> {
  const owner = value.findAddress('owner_address');
  return owner === undefined ? {} : { owner };
}

/** Other contract forms name whom they concern in one of these members, where they name anybody. */
function readReceiver(value: Reply): Pick<TransactionFacts, 'to'> {
  const found = ['to_address', 'receiver_address', 'account_address'].map((name) => value.findAddress(name));
  const to = found.find((address) => address !== undefined);
  return to === undefined ? {} : { to };
}

function readLog(log: Reply, index: number): EventLog {
  return {
    index,
    contract: log.address('address'),
    topics: log.texts('topics').map((topic) => topic.toLowerCase()),
    data: log.text('data').toLowerCase(),
  };
}

function readInternal(item: Reply, at: number, place: ReplyPlace): readonly InternalTransfer[] {
  const values = item.objects('callValueInfo').filter((value) => value.amount('callValue') > 0n);
  if (values.length === 0) return [];
  if (at > 0xffff) throw malformed(place, 'more internal transactions than a transaction can hold');
  return values.map((value, position) => ({
    // Two values of one call (TRX and a token) keep apart; no call carries more than a few.
    index: at * 16 + position,
    from: item.address('caller_address'),
    to: item.address('transferTo_address'),
    amountSun: value.amount('callValue'),
    ...(value.has('tokenId') ? { tokenId: value.text('tokenId') } : {}),
    rejected: item.flag('rejected'),
  }));
}

function readMemo(hex: string): string | undefined {
  return hex === '' ? undefined : bytesToText(hex);
}

function bytesToText(hex: string): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(hexToBytes(hex));
  } catch {
    return undefined;
  }
}
