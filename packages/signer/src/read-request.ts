import { unitsFromWire, zero, type Units } from '@tern/money/units';
import { parseAddress, type TronAddress } from '@tern/tron/address';
import { isReferenceBlock } from '@tern/tron/reference-block';
import { SignerRefusal } from '@tern/tron/signer-fault';
import type {
  Assertion,
  DeathProof,
  MemoryPosition,
  OrderFrame,
  OwnAccount,
  ReadBackBlocks,
  RememberedOrder,
  ReservesOrder,
  SealedAddress,
  SignerMemory,
  SignerMessage,
  SignerOrder,
  TreasuryAction,
  TreasuryMove,
  TreasuryOrder,
} from '@tern/tron/signer-protocol';
import type { ReferenceBlock, StakeResource } from '@tern/tron/transaction';

type Members = Readonly<Record<string, unknown>>;

/** Reads an order. Every member is checked and none may be left over: what the signer does not know it does not sign. */
export function readOrder(body: unknown): SignerOrder {
  const members = readMembers(body, [...frameMembers, 'payment'], ['memo', 'deathProof', 'permissionId']);
  const { memo } = members;
  if (memo !== undefined && (typeof memo !== 'string' || !memo.isWellFormed() || memo.length > 200))
    throw malformed('memo');
  return {
    ...readFrame(members),
    payment: readPayment(members['payment']),
    ...(memo === undefined || memo === '' ? {} : { memo }),
  };
}

/** Reads a step of the treasury as strictly. There is no member in which a receiver outside the house could be named. */
export function readTreasuryOrder(body: unknown): TreasuryOrder {
  const members = readMembers(body, [...frameMembers, 'action'], ['deathProof', 'permissionId']);
  return { ...readFrame(members), action: readAction(members['action']) };
}

/** Reads a range of deposit addresses: 1 to 1,000 of them. */
export function readAddressRange(body: unknown): { readonly from: number; readonly count: number } {
  const members = readMembers(body, ['purpose', 'from', 'count']);
  if (members['purpose'] !== 'deposit') throw malformed('purpose');
  const count = readWhole(members, 'count', 1, 1_000);
  return { from: readWhole(members, 'from', 0, 2 ** 31 - count), count };
}

/** Reads up to 1,000 sealed addresses to check. */
export function readSealedAddresses(body: unknown): readonly SealedAddress[] {
  const { addresses } = readMembers(body, ['addresses']);
  if (!Array.isArray(addresses) || addresses.length > 1_000) throw malformed('addresses');
  return addresses.map(readSealedAddress);
}

/** Reads a text to sign. Too long a text is understood, and refused with its reason. */
export function readMessage(body: unknown): SignerMessage {
  const { messageId, from, text } = readMembers(body, ['messageId', 'from', 'text']);
  if (typeof messageId !== 'string' || !/^[A-Za-z0-9_-]{1,64}$/.test(messageId)) throw malformed('messageId');
  if (typeof text !== 'string' || text === '' || !text.isWellFormed()) throw malformed('text');
  return { messageId, from: readSealedAddress(from), text };
}

/** Reads which statement of what is owed which account of the house is to sign. */
export function readReservesOrder(body: unknown): ReservesOrder {
  const members = readMembers(body, ['account', 'number', 'day', 'block', 'statementHash']);
  const { account, day, statementHash } = members;
  if (account !== 'hot' && account !== 'fee') throw malformed('account');
  if (typeof day !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(day)) throw malformed('day');
  if (typeof statementHash !== 'string' || !/^[0-9a-f]{64}$/.test(statementHash)) throw malformed('statementHash');
  const block = readMembers(members['block'], ['number', 'id']);
  const { id } = block;
  if (typeof id !== 'string' || !/^[0-9a-f]{64}$/.test(id)) throw malformed('block');
  return {
    ...{ account, day, statementHash, number: readWhole(members, 'number', 1, 2 ** 31 - 1) },
    block: { number: readWhole(block, 'number', 0, 999_999_999_999_999), id },
  };
}

function readSealedAddress(item: unknown): SealedAddress {
  const members = readMembers(item, ['purpose', 'index', 'address', 'mac']);
  const { purpose, mac } = members;
  if (purpose !== 'deposit') throw malformed('purpose');
  if (typeof mac !== 'string' || !/^[0-9a-f]{64}$/.test(mac)) throw malformed('mac');
  return {
    purpose,
    index: readWhole(members, 'index', 0, 2 ** 31 - 1),
    address: readAddress(members, 'address'),
    mac,
  };
}

/** Reads an operator's assertion and what it is about. */
export function readApproval(body: unknown): { readonly challenge: string; readonly assertion: Assertion } {
  const names = ['credentialId', 'authenticatorData', 'clientDataJson', 'signature'] as const;
  const members = readMembers(body, ['challenge', ...names]);
  const read = (name: string): string => {
    const value = members[name];
    if (typeof value !== 'string' || !/^[\w-]{1,8000}$/.test(value)) throw malformed(name);
    return value;
  };
  return {
    challenge: read('challenge'),
    assertion: {
      credentialId: read('credentialId'),
      authenticatorData: read('authenticatorData'),
      clientDataJson: read('clientDataJson'),
      signature: read('signature'),
    },
  };
}

/** Reads why the signer is to be closed. */
export function readReason(body: unknown): string {
  const { reason } = readMembers(body, ['reason']);
  if (typeof reason !== 'string' || !/^[\w :.,-]{3,200}$/.test(reason)) throw malformed('reason');
  return reason;
}

/** Reads how far the signer's memory was known to reach. */
export function readWitness(body: unknown): SignerMemory | undefined {
  const { known } = readMembers(body, [], ['known']);
  if (known === undefined) return undefined;
  const members = readMembers(known, ['storeId', 'sequence']);
  const { storeId } = members;
  if (typeof storeId !== 'string' || !/^[0-9a-f-]{36}$/.test(storeId)) throw malformed('storeId');
  return { storeId, sequence: readWhole(members, 'sequence', 0) };
}

/** Reads after which signature the signer is to recall. */
export function readPosition(body: unknown): MemoryPosition | undefined {
  const { after } = readMembers(body, [], ['after']);
  if (after === undefined) return undefined;
  const members = readMembers(after, ['signedAtMs', 'number']);
  return { signedAtMs: readWhole(members, 'signedAtMs', 0), number: readWhole(members, 'number', 0) };
}

/** Reads up to 100 orders with the signatures they once got. */
export function readRememberedOrders(body: unknown): readonly RememberedOrder[] {
  const { orders } = readMembers(body, ['orders']);
  if (!Array.isArray(orders) || orders.length > 100) throw malformed('orders');
  return orders.map((item: unknown) => {
    const members = readMembers(item, ['order', 'rawHex', 'signatureHex']);
    const { order } = members;
    const isPayment = isMembers(order) && Object.hasOwn(order, 'payment');
    return { order: isPayment ? readOrder(order) : readTreasuryOrder(order), ...readSignature(members) };
  });
}

/** Reads a run of solidified blocks with up to 1,000 transactions. */
export function readReadBack(body: unknown): ReadBackBlocks {
  const members = readMembers(body, ['fromBlock', 'toBlock', 'headMs', 'outflows']);
  const { outflows } = members;
  if (!Array.isArray(outflows) || outflows.length > 1_000) throw malformed('outflows');
  return {
    fromBlock: readWhole(members, 'fromBlock', 0),
    toBlock: readBlock(members['toBlock']),
    headMs: readWhole(members, 'headMs', 1),
    outflows: outflows.map((item: unknown) => {
      const each = readMembers(item, ['rawHex', 'signatureHex', 'refBlock']);
      return { ...readSignature(each), refBlock: readBlock(each['refBlock']) };
    }),
  };
}

function readSignature({ rawHex, signatureHex }: Members): { rawHex: string; signatureHex: string } {
  if (typeof rawHex !== 'string' || !/^([0-9a-f]{2}){1,4000}$/.test(rawHex)) throw malformed('rawHex');
  if (typeof signatureHex !== 'string' || !/^[0-9a-f]{130}$/.test(signatureHex)) throw malformed('signatureHex');
  return { rawHex, signatureHex };
}

/** Reads the body of a command that takes nothing. */
export function readNothing(body: unknown): void {
  readMembers(body, []);
}

const frameMembers = ['orderId', 'attempt', 'refBlock', 'expirationMs', 'timestampMs'] as const;

function readFrame(members: Members): OrderFrame {
  const { orderId } = members;
  if (typeof orderId !== 'string' || !/^[A-Za-z0-9_-]{1,64}$/.test(orderId)) throw malformed('orderId');
  const { permissionId } = members;
  if (permissionId !== undefined && permissionId !== 2) throw malformed('permissionId');
  return {
    orderId,
    attempt: readWhole(members, 'attempt', 1, 1_000),
    refBlock: readBlock(members['refBlock']),
    expirationMs: readWhole(members, 'expirationMs', 1),
    timestampMs: readWhole(members, 'timestampMs', 1),
    ...(permissionId === undefined ? {} : { permissionId }),
    ...(members['deathProof'] === undefined ? {} : { deathProof: readDeathProof(members['deathProof']) }),
  };
}

function readAction(value: unknown): TreasuryAction {
  const kind = isMembers(value) ? value['kind'] : undefined;
  switch (kind) {
    case 'sweep': {
      const members = readMembers(value, ['kind', 'fromIndex', 'move']);
      return { kind, fromIndex: readIndex(members, 'fromIndex'), move: readMove(members['move']) };
    }
    case 'cold':
      return { kind, move: readMove(readMembers(value, ['kind', 'move'])['move']) };
    case 'top-up': {
      const members = readMembers(value, ['kind', 'from', 'to', 'amountSun']);
      const { from } = members;
      const to = readOwnAccount(members['to']);
      if ((from !== 'hot' && from !== 'fee') || to.purpose === from) throw malformed('from');
      return { kind, from, to, amountSun: readSun(members) };
    }
    case 'stake':
    case 'unstake': {
      const members = readMembers(value, ['kind', 'resource', 'amountSun']);
      return { kind, resource: readResource(members), amountSun: readSun(members) };
    }
    case 'delegate':
    case 'undelegate': {
      const members = readMembers(value, ['kind', 'resource', 'to', 'amountSun']);
      const to = readOwnAccount(members['to']);
      if (to.purpose === 'fee') throw malformed('to');
      return { kind, resource: readResource(members), to, amountSun: readSun(members) };
    }
    case 'withdraw-unstaked':
      readMembers(value, ['kind']);
      return { kind };
    case 'anchor': {
      const members = readMembers(value, ['kind', 'number', 'hash']);
      const { hash } = members;
      if (typeof hash !== 'string' || !/^[0-9a-f]{64}$/.test(hash)) throw malformed('hash');
      return { kind, number: readWhole(members, 'number', 1, 2 ** 31 - 1), hash };
    }
    case 'restrict': {
      const { account } = readMembers(value, ['kind', 'account']);
      if (account !== 'hot' && account !== 'fee') throw malformed('account');
      return { kind, account };
    }
    default:
      throw malformed('kind');
  }
}

function readMove(value: unknown): TreasuryMove {
  if (isMembers(value) && value['kind'] === 'trx')
    return { kind: 'trx', amountSun: readSun(readMembers(value, ['kind', 'amountSun'])) };
  const members = readMembers(value, ['kind', 'contract', 'amount', 'feeLimitSun']);
  if (members['kind'] !== 'trc20') throw malformed('kind');
  return {
    kind: 'trc20',
    contract: readAddress(members, 'contract'),
    amount: readPositive(members, 'amount', 2n ** 256n),
    feeLimitSun: readAmount(members, 'feeLimitSun', 2n ** 63n),
  };
}

function readOwnAccount(value: unknown): OwnAccount {
  const purpose = isMembers(value) ? value['purpose'] : undefined;
  if (purpose === 'deposit') return { purpose, index: readIndex(readMembers(value, ['purpose', 'index']), 'index') };
  if (purpose !== 'hot' && purpose !== 'fee') throw malformed('purpose');
  readMembers(value, ['purpose']);
  return { purpose };
}

function readResource({ resource }: Members): StakeResource {
  if (resource !== 'bandwidth' && resource !== 'energy') throw malformed('resource');
  return resource;
}

function readSun(members: Members): Units {
  return readPositive(members, 'amountSun', 2n ** 63n);
}

function readIndex(members: Members, name: string): number {
  return readWhole(members, name, 0, 2 ** 31 - 1);
}

function readPayment(value: unknown): SignerOrder['payment'] {
  if (isMembers(value) && value['kind'] === 'trx') {
    const members = readMembers(value, ['kind', 'to', 'amountSun']);
    return { kind: 'trx', to: readAddress(members, 'to'), amountSun: readAmount(members, 'amountSun', 2n ** 63n) };
  }
  const members = readMembers(value, ['kind', 'contract', 'to', 'amount', 'feeLimitSun']);
  if (members['kind'] !== 'trc20') throw malformed('kind');
  return {
    kind: 'trc20',
    contract: readAddress(members, 'contract'),
    to: readAddress(members, 'to'),
    amount: readAmount(members, 'amount', 2n ** 256n),
    feeLimitSun: readAmount(members, 'feeLimitSun', 2n ** 63n),
  };
}

function readDeathProof(value: unknown): DeathProof {
  if (isMembers(value) && value['cause'] === 'failed') {
    const members = readMembers(value, ['cause', 'txId', 'block', 'resultCode']);
    const { resultCode } = members;
    if (typeof resultCode !== 'string' || !/^[A-Z_]{1,40}$/.test(resultCode)) throw malformed('resultCode');
    return { cause: 'failed', txId: readTxId(members), block: readBlock(members['block']), resultCode };
  }
  const members = readMembers(value, ['cause', 'txId', 'scans']);
  const { cause, scans } = members;
  if (cause !== 'expired' || !Array.isArray(scans) || scans.length === 0 || scans.length > 8) throw malformed('scans');
  return {
    cause,
    txId: readTxId(members),
    scans: scans.map((item: unknown) => {
      const scan = readMembers(item, ['node', 'fromBlock', 'toBlock']);
      if (typeof scan['node'] !== 'string' || scan['node'].length > 200) throw malformed('node');
      return { node: scan['node'], fromBlock: readBlock(scan['fromBlock']), toBlock: readBlock(scan['toBlock']) };
    }),
  };
}

function readBlock(value: unknown): ReferenceBlock {
  const members = readMembers(value, ['number', 'id', 'timeMs']);
  const block = {
    number: readWhole(members, 'number', 0),
    id: String(members['id']),
    timeMs: readWhole(members, 'timeMs', 0),
  };
  if (!isReferenceBlock(block)) throw malformed('block');
  return block;
}

function readTxId(members: Members): string {
  const { txId } = members;
  if (typeof txId !== 'string' || !/^[0-9a-f]{64}$/.test(txId)) throw malformed('txId');
  return txId;
}

function readAddress(members: Members, name: string): TronAddress {
  const value = members[name];
  const parsed = typeof value === 'string' ? parseAddress(value) : { fault: 'empty' as const };
  if ('fault' in parsed) throw malformed(name);
  return parsed.address;
}

function readAmount(members: Members, name: string, below: bigint): Units {
  const value = members[name];
  if (typeof value !== 'string' || !/^(0|[1-9]\d{0,77})$/.test(value) || BigInt(value) >= below) throw malformed(name);
  return unitsFromWire(value);
}

function readPositive(members: Members, name: string, below: bigint): Units {
  const amount = readAmount(members, name, below);
  if (amount === zero) throw malformed(name);
  return amount;
}

function readWhole(members: Members, name: string, min: number, max = Number.MAX_SAFE_INTEGER): number {
  const value = members[name];
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < min || value > max) throw malformed(name);
  return value;
}

function readMembers(value: unknown, required: readonly string[], optional: readonly string[] = []): Members {
  if (!isMembers(value)) throw malformed('an object was expected');
  for (const name of required) if (!Object.hasOwn(value, name)) throw malformed(`${name} is missing`);
  for (const name of Object.keys(value)) {
    if (!required.includes(name) && !optional.includes(name)) throw malformed(`${name.slice(0, 40)} is not known`);
  }
  return value;
}

function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function malformed(what: string): SignerRefusal {
  return new SignerRefusal('malformed', what);
}
