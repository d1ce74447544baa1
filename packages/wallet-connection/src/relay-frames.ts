import { z } from 'zod';
import { isKeyText, type Topic } from './keys.ts';

/** A sealed message that the relay kept for us. */
export type Delivery = { readonly topic: Topic; readonly message: string };

/** What a relay sends: a message for us, or the answer to a call of ours. */
export type Frame =
  | { readonly delivery: Delivery; /** As the relay wrote it. */ readonly id: string }
  | { readonly id: string; readonly result: unknown }
  | { readonly id: string; readonly error: string };

const id = z.string().regex(/^(?:\d{1,20}|"[\w-]{1,64}")$/);
const result = z.object({ id, result: z.unknown() });
const error = z.object({ id, error: z.object({ message: z.string() }) });
const delivery = z.object({
  id,
  method: z.literal('irn_subscription'),
  params: z.object({
    data: z.object({ topic: z.string().refine(isKeyText), message: z.string() }),
  }),
});

/**
 * Reads a frame of a relay; `undefined` where it is none. Relays write numbers as ids that JavaScript would round, and
 * know an acknowledgement by the very same digits, so the id stays text.
 *
 * @example
 * readFrame('{"id":1795000000000000123,"jsonrpc":"2.0","result":true}'); // → { id: '1795000000000000123', result: true }
 */
export function readFrame(text: string): Frame | undefined {
  let json: unknown;
  try {
    json = JSON.parse(text, keepId);
  } catch {
    return undefined;
  }
  const delivered = delivery.safeParse(json);
  if (delivered.success) {
    const { topic, message } = delivered.data.params.data;
    return { delivery: { topic: topic as Topic, message }, id: delivered.data.id };
  }
  const failed = error.safeParse(json);
  if (failed.success) return { id: failed.data.id, error: failed.data.error.message.slice(0, 200) };
  const answered = result.safeParse(json);
  return answered.success ? answered.data : undefined;
}

function keepId(key: string, value: unknown, context?: { readonly source?: string }): unknown {
  return key === 'id' ? context?.source : value;
}

/** Tells the relay that a message need not be delivered again. */
export function acknowledge(frameId: string): string {
  return `{"id":${frameId},"jsonrpc":"2.0","result":true}`;
}
