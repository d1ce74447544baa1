import type { LightMyRequestResponse } from 'fastify';

/** What an answer tells, but for its own number. */
export function told(answer: LightMyRequestResponse): unknown {
  const { requestId: _requestId, ...rest } = answer.json<Record<string, unknown>>();
  return { status: answer.statusCode, ...rest };
}
