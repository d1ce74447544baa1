import { z } from 'zod';

const refusal = z.object({ data: z.object({ retryAfterSeconds: z.number() }) });

/**
 * The `Retry-After` header of an answer: whole seconds, one at least, for every refusal that says when to come again.
 * Undefined for all others. Read from what is sent, so that no route and no problem can forget it.
 */
export function retryAfterOf({
  status,
  body,
}: {
  readonly status: number;
  readonly body: unknown;
}): string | undefined {
  // Most answers are none of these: they are not parsed again.
  if (status < 400 || typeof body !== 'string' || !body.includes('"retryAfterSeconds"')) return undefined;
  const read = refusal.safeParse(JSON.parse(body));
  return read.success ? String(Math.max(1, Math.ceil(read.data.data.retryAfterSeconds))) : undefined;
}
