import { randomBytes } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import type { Clock } from '@tern/base/clock';
import { unitsFromWire } from '@tern/money/units';
import { getAddress, parseAddress, type TronAddress } from './address.ts';
import { SignerRefusal, SignerUnavailable } from './signer-fault.ts';
import { openSignerLink, type SignerLink, type SignerPlace } from './signer-link.ts';
import {
  signerCommands,
  signerHeaders,
  signRequest,
  type ApprovalProgress,
  type Assertion,
  type HouseAccounts,
  type MemoryPosition,
  type PendingApproval,
  type ReadBackBlocks,
  type RecalledOrder,
  type RememberedOrder,
  type ReservesOrder,
  type SealedAddress,
  type SignedMessage,
  type SignedOrder,
  type SignedKind,
  type SignedReserves,
  type SignerHealth,
  type SignerMemory,
  type SignerMessage,
  type SignerOrder,
  type SignerQuarantine,
  type SignerRefusalCode,
  type TreasuryOrder,
} from './signer-protocol.ts';
import type { Replication, ReplicationAnswer, StandbyState, TakeOver, TakeOverOutcome } from './standby-protocol.ts';

/** The signer as other processes see it. Every operation throws `SignerRefusal` or `SignerUnavailable`. */
export type Signer = {
  readonly getHealth: () => Promise<SignerHealth>;
  readonly getHotAddress: () => Promise<TronAddress>;
  readonly getAccounts: () => Promise<HouseAccounts>;
  /** Deposit addresses `from` to `from + count − 1` (count 1 to 1,000), each under the signer's seal. */
  readonly listAddresses: (range: {
    readonly from: number;
    readonly count: number;
  }) => Promise<readonly SealedAddress[]>;
  /** One answer per address, in order: whether the seal is this signer's and nothing was changed. At most 1,000. */
  readonly verifyAddresses: (addresses: readonly SealedAddress[]) => Promise<readonly boolean[]>;
  readonly signOrder: (order: SignerOrder) => Promise<SignedOrder>;
  readonly signTreasuryOrder: (order: TreasuryOrder) => Promise<SignedOrder>;
  /** Signs a text with a deposit address. Where the refusal is `message-refused`, its detail is a `MessageFault`. */
  readonly signMessage: (message: SignerMessage) => Promise<SignedMessage>;
  /** Signs that an account of the house is the house's, for one statement of what is owed. One hash for a number, for ever. */
  readonly signReserves: (order: ReservesOrder) => Promise<SignedReserves>;
  /** Has the signer sign nothing until its outflows were read back and two operators agreed: keys may be in other hands. */
  readonly close: (reason: string) => Promise<void>;
  /** Tells the signer how far its memory was known to reach, and hears how far it does. An old copy quarantines itself. */
  readonly witness: (known: SignerMemory | undefined) => Promise<SignerMemory>;
  /** What the signer has signed after a position, oldest first, at most 100. Answers in quarantine too. */
  readonly recall: (after: MemoryPosition | undefined) => Promise<readonly RecalledOrder[]>;
  /** In quarantine: gives back orders the signer may have forgotten. Resolves with how many it had. At most 100. */
  readonly importOrders: (orders: readonly RememberedOrder[]) => Promise<number>;
  /** In quarantine: the next blocks. Resolves with how many outflows the signer had forgotten. */
  readonly readBack: (blocks: ReadBackBlocks) => Promise<number>;
  /** What waits for operators now. */
  readonly listApprovals: () => Promise<readonly PendingApproval[]>;
  /** Has the signer write a whole copy of its store beside it, for a backup. */
  readonly writeCopy: () => Promise<void>;
  readonly approve: (approval: Assertion & { readonly challenge: string }) => Promise<ApprovalProgress>;
  /** Between two signers: hands changes of the store to a standby, and hears which it has on its disk. */
  readonly replicate: (replication: Replication) => Promise<ReplicationAnswer>;
  /** Has a standby sign in place of the other, or asks its operators whether it may. */
  readonly takeOver: (wanted: TakeOver) => Promise<TakeOverOutcome>;
};

export type { SignerPlace };

export type SignerOptions = SignerPlace & {
  /** Shared by the processes that may give orders, at least 32 bytes. */
  readonly secret: Uint8Array;
  readonly clock: Clock;
  readonly timeoutMs: number;
};

/**
 * Makes a client of the signer, the process that holds the keys. It opens one connection for each command,
 * authenticates it with `secret` and the clock's time, and repeats nothing. The signer is at a unix socket, or with `tls`
 * at an address of the network, where each side shows a certificate that the other has pinned. What the signer refuses on
 * its own is in packages/signer/README.md.
 *
 * Every command throws `SignerRefusal` with the reason where the signer says no, and `SignerUnavailable` where no
 * usable answer came within `timeoutMs`; an order may have been signed then, and the same order asked for again gives
 * the same bytes.
 *
 * @example
 * const signer = openSigner({ socketPath, secret, clock, timeoutMs: 10_000 });
 * await signer.getHotAddress(); // → hot
 * const stranger = openSigner({ socketPath, secret: new Uint8Array(32), clock, timeoutMs: 10_000 });
 * await stranger.getHotAddress(); // throws SignerRefusal('not-authenticated')
 * const away = openSigner({ socketPath: `${socketPath}.none`, secret, clock, timeoutMs: 10_000 });
 * await away.getHotAddress(); // throws SignerUnavailable('ENOENT')
 */
export function openSigner(options: SignerOptions): Signer {
  const asking: Asking = { ...options, link: openSignerLink(options, options.clock), epoch: { known: 0 } };
  const ask = (path: string, body: object): Promise<Record<string, unknown>> => askSigner(asking, path, body);
  return {
    getHealth: async () => readHealth(await ask(signerCommands.getHealth, {})),
    getHotAddress: async () => getAddress(String((await ask(signerCommands.getHotAddress, {}))['address'])),
    getAccounts: async () => readAccounts(await ask(signerCommands.getAccounts, {})),
    listAddresses: async (range) => {
      const reply = await ask(signerCommands.listAddresses, { purpose: 'deposit', ...range });
      return readList(reply['addresses']).map(readSealedAddress);
    },
    verifyAddresses: async (addresses) => {
      // Whoever writes something else into a database must not have the signer refuse the question about all the others.
      const possible = addresses.filter(canBeSealed);
      if (possible.length === 0) return addresses.map(() => false);
      const reply = readList((await ask(signerCommands.verifyAddresses, { addresses: possible }))['valid']);
      const intact = new Set(possible.filter((_address, at) => reply[at] === true));
      return addresses.map((address) => intact.has(address));
    },
    signOrder: async (order) => readSignedOrder(await ask(signerCommands.signOrder, order)),
    signTreasuryOrder: async (order) => readSignedOrder(await ask(signerCommands.signTreasuryOrder, order)),
    signMessage: async (message) => readSignedMessage(await ask(signerCommands.signMessage, message)),
    signReserves: async (order) => readSignedReserves(await ask(signerCommands.signReserves, order)),
    close: async (reason) => void (await ask(signerCommands.close, { reason })),
    witness: async (memory) => {
      const { epoch = 0, ...known } = memory ?? { epoch: 0 };
      asking.epoch.known = Math.max(asking.epoch.known, epoch);
      const heard = readMemory(await ask(signerCommands.witness, memory === undefined ? {} : { known }));
      return { ...heard, epoch: asking.epoch.known };
    },
    recall: async (after) =>
      readList((await ask(signerCommands.recall, after === undefined ? {} : { after }))['orders']).map(readRecalled),
    importOrders: async (orders) => Number((await ask(signerCommands.importOrders, { orders }))['forgotten']),
    readBack: async (blocks) => Number((await ask(signerCommands.readBack, blocks))['forgotten']),
    // Shown and passed on only; whoever decides on them reads the statement itself.
    listApprovals: async () =>
      readList((await ask(signerCommands.listApprovals, {}))['pending']) as readonly PendingApproval[],
    writeCopy: async () => void (await ask(signerCommands.writeCopy, {})),
    approve: async (approval) => {
      const { given, needed } = await ask(signerCommands.approve, approval);
      return { given: Number(given), needed: Number(needed) };
    },
    replicate: async (replication) => {
      const { number, hash, epoch, takenOver, sequence } = await ask(signerCommands.replicate, replication);
      if (!Number.isSafeInteger(number) || typeof hash !== 'string') throw new SignerUnavailable('not a position');
      return {
        ...{ number: Number(number), hash, epoch: Number(epoch), takenOver: takenOver === true },
        sequence: Number(sequence),
      };
    },
    takeOver: async (wanted) => {
      const { epoch, state, challenge } = await ask(signerCommands.takeOver, wanted);
      return {
        epoch: Number(epoch),
        state: state === 'taken-over' ? state : 'waits',
        ...(typeof challenge === 'string' ? { challenge } : {}),
      };
    },
  };
}

/** Whether it has the form of what the signer makes; the signer refuses any other. */
function canBeSealed({ index, address, mac }: SealedAddress): boolean {
  return (
    Number.isInteger(index) && index >= 0 && index < 2 ** 31 && 'address' in parseAddress(address) && sealForm.test(mac)
  );
}

const sealForm = /^[0-9a-f]{64}$/;

type Asking = Pick<SignerOptions, 'secret' | 'clock' | 'timeoutMs'> & {
  readonly link: SignerLink;
  /** The newest epoch that any signer has named to this client. */
  readonly epoch: { known: number };
};

async function askSigner(options: Asking, path: string, content: object): Promise<Record<string, unknown>> {
  const body = JSON.stringify(content, (_key, value: unknown) =>
    typeof value === 'bigint' ? value.toString() : value,
  );
  const timeMs = options.clock.nowMs();
  const nonce = randomBytes(16).toString('hex');
  const epoch = options.epoch.known === 0 ? undefined : String(options.epoch.known);
  const headers = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    [signerHeaders.time]: String(timeMs),
    [signerHeaders.nonce]: nonce,
    ...(epoch === undefined ? {} : { [signerHeaders.epoch]: epoch }),
    [signerHeaders.mac]: signRequest(options.secret, { path, timeMs, nonce, body, epoch }),
  };
  const { status, text, epoch: theirs } = await exchange(options, path, headers, body);
  // One that does not name its epoch knows of no take-over: it is of the first.
  if (theirs < options.epoch.known)
    throw new SignerUnavailable(`this signer is of epoch ${theirs}, and epoch ${options.epoch.known} has begun`);
  options.epoch.known = Math.max(options.epoch.known, theirs > 1 ? theirs : 0);
  let reply: unknown;
  try {
    reply = JSON.parse(text);
  } catch {
    throw new SignerUnavailable(`not JSON: ${text.slice(0, 80)}`);
  }
  if (typeof reply !== 'object' || reply === null) throw new SignerUnavailable('not an object');
  const members = reply as Record<string, unknown>;
  if (status === 200) return members;
  if (status >= 500) throw new SignerUnavailable(String(members['detail']));
  throw new SignerRefusal(String(members['code']) as SignerRefusalCode, String(members['detail']));
}

async function exchange(
  { link, timeoutMs }: Asking,
  path: string,
  headers: Record<string, string | number>,
  body: string,
): Promise<{ status: number; text: string; epoch: number }> {
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const socket = await link(signal);
    return await new Promise((resolve, reject) => {
      const options = { path, method: 'POST', headers, signal, createConnection: () => socket };
      const request = httpRequest(options, (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (chunk: string) => {
          text += chunk;
        });
        response.on('error', reject);
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            text,
            epoch: Number(response.headers[signerHeaders.epoch] ?? 1),
          }),
        );
      });
      request.on('error', reject);
      request.end(body);
    });
  } catch (error) {
    throw new SignerUnavailable(error instanceof Error ? error.message : 'unknown');
  }
}

function readHealth(reply: Record<string, unknown>): SignerHealth {
  const assets = readObject(reply['assets']);
  const read = (assetId: string) => {
    const asset = readObject(assets[assetId]);
    return {
      signed: unitsFromWire(String(asset['signed'])),
      perOrder: unitsFromWire(String(asset['perOrder'])),
      perDay: unitsFromWire(String(asset['perDay'])),
    };
  };
  return {
    hotAddress: getAddress(String(reply['hotAddress'])),
    assets: { trx: read('trx'), usdt: read('usdt'), reward: read('reward') },
    memory: readMemory(readObject(reply['memory'])),
    ...(reply['standby'] === undefined ? {} : { standby: reply['standby'] as StandbyState }),
    // Shown, and followed block by block, which the signer checks again.
    ...(reply['quarantine'] === undefined ? {} : { quarantine: reply['quarantine'] as SignerQuarantine }),
  };
}

function readMemory({ storeId, sequence }: Record<string, unknown>): SignerMemory {
  if (typeof storeId !== 'string' || !Number.isSafeInteger(sequence)) throw new SignerUnavailable('not a memory');
  return { storeId, sequence: Number(sequence) };
}

function readAccounts({ hot, fee, cold, owners }: Record<string, unknown>): HouseAccounts {
  return {
    hot: getAddress(String(hot)),
    fee: getAddress(String(fee)),
    ...(cold === undefined ? {} : { cold: getAddress(String(cold)) }),
    ...(owners === undefined ? {} : { owners: readOwners(owners) }),
  };
}

function readOwners(value: unknown): NonNullable<HouseAccounts['owners']> {
  const { addresses, threshold } = readObject(value);
  return {
    addresses: readList(addresses).map((address) => getAddress(String(address))),
    threshold: Number(threshold),
  };
}

function readSealedAddress(item: unknown): SealedAddress {
  const { index, address, mac } = readObject(item);
  if (typeof index !== 'number' || typeof mac !== 'string') throw new SignerUnavailable('not a sealed address');
  return { purpose: 'deposit', index, address: getAddress(String(address)), mac };
}

function readSignedOrder({ txId, rawHex, signatureHex, readBack }: Record<string, unknown>): SignedOrder {
  if (typeof txId !== 'string' || typeof rawHex !== 'string' || typeof signatureHex !== 'string') {
    throw new SignerUnavailable('not a signed order');
  }
  const signed = { txId, rawHex, signatureHex };
  if (readBack === undefined) return signed;
  const { refBlock, expirationMs, timestampMs, burnMaxSun, permissionId } = readObject(readBack);
  return {
    ...signed,
    readBack: {
      refBlock: readRefBlock(refBlock),
      expirationMs: Number(expirationMs),
      timestampMs: Number(timestampMs),
      burnMaxSun: unitsFromWire(String(burnMaxSun)),
      ...(permissionId === 2 ? { permissionId } : {}),
    },
  };
}

function readSignedMessage({ signatureHex }: Record<string, unknown>): SignedMessage {
  if (typeof signatureHex !== 'string' || !/^[0-9a-f]{130}$/.test(signatureHex))
    throw new SignerUnavailable('not a signed message');
  return { signatureHex };
}

function readSignedReserves({ text, ...signed }: Record<string, unknown>): SignedReserves {
  if (typeof text !== 'string') throw new SignerUnavailable('not a statement of reserves');
  return { ...readSignedMessage(signed), text };
}

function readRecalled(item: unknown): RecalledOrder {
  const { txId, rawHex, signatureHex } = readSignedOrder(readObject(item));
  const { position, orderId, attempt, kind, assetId, amount, burnMaxSun, refBlock } = readObject(item);
  const { signedAtMs, number } = readObject(position);
  return {
    position: { signedAtMs: Number(signedAtMs), number: Number(number) },
    orderId: String(orderId),
    attempt: Number(attempt),
    // Compared with the bytes before anything is made of them.
    kind: kind as SignedKind,
    assetId: assetId as RecalledOrder['assetId'],
    amount: unitsFromWire(String(amount)),
    burnMaxSun: unitsFromWire(String(burnMaxSun)),
    txId,
    rawHex,
    signatureHex,
    ...(refBlock === undefined ? {} : { refBlock: readRefBlock(refBlock) }),
  };
}

function readRefBlock(value: unknown): NonNullable<RecalledOrder['refBlock']> {
  const { number, id, timeMs } = readObject(value);
  return { number: Number(number), id: String(id), timeMs: Number(timeMs) };
}

function readObject(value: unknown): Record<string, unknown> {
  if (typeof value !== 'object' || value === null) throw new SignerUnavailable('not an object');
  return value as Record<string, unknown>;
}

function readList(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw new SignerUnavailable('not a list');
  return value;
}
