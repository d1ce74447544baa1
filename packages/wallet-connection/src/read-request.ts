import { parseAddress, type TronAddress } from '@tern/tron/address';
import { z } from 'zod';
import type { ChainId } from './chain-id.ts';
import { siteMethods, type SiteMethod } from './grant-methods.ts';
import { limits } from './limits.ts';
import type { PeerRequest } from './payload.ts';
import type { Refused } from './refusal.ts';

/** A connected site asks for something; a person decides. */
export type SiteRequest = {
  readonly id: number;
  /** Seconds since 1970. */
  readonly expiresAt: number;
  readonly asks:
    | { readonly kind: 'message'; readonly text: string }
    /** Protobuf of the transaction in hexadecimal, not yet understood. It is never signed. */
    | { readonly kind: 'transaction'; readonly rawData: string };
};

const requestSchema = z.object({
  chainId: z.string().max(64),
  request: z.object({
    method: z.string().max(64),
    params: z.unknown(),
    expiryTimestamp: z.int().positive().optional(),
  }),
});
const address = z.string().max(64);
const messageSchema = z.object({
  address,
  message: z
    .string()
    .min(1)
    .refine((text) => text.isWellFormed()),
});
const rawSchema = z.object({ raw_data_hex: z.string().regex(/^(?:[0-9a-f]{2})+$/i) });
// Sites that do not know `tron_method_version` put the transaction into another object.
const transactionSchema = z.object({
  address,
  transaction: z.union([rawSchema, z.object({ transaction: rawSchema })]),
});

/**
 * Reads the parameters of `wc_sessionRequest` for the one network, address and methods of a connection. It never
 * throws.
 *
 * @example
 * readRequest(request, connection, now);
 * // → { id, expiresAt, asks: { kind: 'message', text: 'app.harbour.example wants you to sign in…' } }
 */
export function readRequest(
  { id, params }: PeerRequest,
  connection: { readonly chain: ChainId; readonly address: TronAddress; readonly methods: readonly SiteMethod[] },
  nowSeconds: number,
): SiteRequest | Refused {
  const read = requestSchema.safeParse(params);
  if (!read.success) return { refusal: 'malformed-request' };
  const { chainId, request } = read.data;
  if (chainId !== connection.chain) return { refusal: 'foreign-chain' };
  const method = siteMethods.find((each) => each === request.method);
  if (method === undefined || !connection.methods.includes(method)) return { refusal: 'unsupported-method' };
  const expiresAt = request.expiryTimestamp ?? startOf(id) + limits.requestDefaultSeconds;
  if (expiresAt <= nowSeconds) return { refusal: 'request-expired' };
  if (expiresAt > nowSeconds + limits.requestSeconds) return { refusal: 'request-open-too-long' };
  const asked = method === 'tron_signMessage' ? readMessage(request.params) : readTransaction(request.params);
  if ('refusal' in asked) return asked;
  const parsed = parseAddress(asked.address);
  if (!('address' in parsed) || parsed.address !== connection.address) return { refusal: 'foreign-address' };
  return { id, expiresAt, asks: asked.asks };
}

/** Ids of the ecosystem's clients are milliseconds and three random digits; a request without an end ages from there. */
function startOf(id: number): number {
  return Math.floor(id / 1_000_000);
}

type Asked = { readonly address: string; readonly asks: SiteRequest['asks'] } | Refused;

function readMessage(params: unknown): Asked {
  const read = messageSchema.safeParse(params);
  if (!read.success) return { refusal: 'malformed-request' };
  const text = read.data.message;
  if (Buffer.byteLength(text) > limits.messageBytes) return { refusal: 'message-too-long' };
  return { address: read.data.address, asks: { kind: 'message', text } };
}

function readTransaction(params: unknown): Asked {
  const read = transactionSchema.safeParse(params);
  if (!read.success) return { refusal: 'malformed-request' };
  const { transaction } = read.data;
  const rawData = ('transaction' in transaction ? transaction.transaction : transaction).raw_data_hex;
  if (rawData.length > limits.transactionDigits) return { refusal: 'transaction-too-long' };
  return { address: read.data.address, asks: { kind: 'transaction', rawData: rawData.toLowerCase() } };
}
