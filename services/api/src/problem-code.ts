import { z } from 'zod';

const refusal = z.object({ code: z.string().max(100) });

/** The code of a refusal, read from what is sent, so that no route can forget to tell the log. Undefined for other answers. */
export function problemCodeOf({
  status,
  body,
}: {
  readonly status: number;
  readonly body: unknown;
}): string | undefined {
  // Other answers are not parsed again, and what is no JSON of ours never is.
  if (status < 400 || typeof body !== 'string' || !body.startsWith('{')) return undefined;
  return refusal.safeParse(JSON.parse(body)).data?.code;
}
