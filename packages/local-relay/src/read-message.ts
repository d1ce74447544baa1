import { z } from 'zod';

const topic = z.string().regex(/^[0-9a-f]{64}$/);
const id = z.union([z.number(), z.string()]);

const call = z.discriminatedUnion('method', [
  z.object({
    id,
    method: z.literal('irn_publish'),
    params: z.object({ topic, message: z.string().min(1), ttl: z.int().positive(), tag: z.int().default(0) }),
  }),
  z.object({
    id,
    method: z.literal('wc_proposeSession'),
    params: z.object({ pairingTopic: topic, sessionProposal: z.string().min(1) }),
  }),
  z.object({ id, method: z.literal('irn_subscribe'), params: z.object({ topic }) }),
  z.object({ id, method: z.literal('irn_batchSubscribe'), params: z.object({ topics: z.array(topic) }) }),
  z.object({ id, method: z.literal('irn_unsubscribe'), params: z.object({ topic }) }),
  z.object({ id, method: z.literal('irn_batchFetchMessages'), params: z.object({ topics: z.array(topic) }) }),
]);
const acknowledgement = z.object({ id: z.string(), result: z.literal(true) });

/** What a client asks of the relay. */
export type RelayCall = z.infer<typeof call>;

/** A client's message; `undefined` where it is none that this relay knows. */
export function readMessage(text: string): RelayCall | { readonly acknowledged: string } | undefined {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return undefined;
  }
  const called = call.safeParse(json);
  if (called.success) return called.data;
  const acknowledged = acknowledgement.safeParse(json);
  return acknowledged.success ? { acknowledged: acknowledged.data.id } : undefined;
}
