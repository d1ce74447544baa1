import { problem } from '@tern/contracts/problem';
import type { FastifyRequest } from 'fastify';

/** Deepest nesting of a body that is still read; the contract's own need three levels. */
const depthMax = 16;

/**
 * Refuses what no later reader could take: the NUL character, which no database column holds, anywhere in path, query
 * or body, and bodies nested so deep that walking them would run out of stack. Throws `INPUT_INVALID`.
 */
export function checkText(request: FastifyRequest): void {
  if (/%00|\0/.test(request.url)) throw problem('INPUT_INVALID', { fields: [] });
  checkValue(request.body, []);
}

function checkValue(value: unknown, path: readonly string[]): void {
  if (typeof value === 'string') checkString(value, path);
  if (typeof value !== 'object' || value === null) return;
  if (path.length === depthMax) throw refusal(path, 'too_deep');
  for (const [key, child] of Object.entries(value)) {
    checkString(key, path);
    checkValue(child, [...path, key]);
  }
}

function checkString(text: string, path: readonly string[]): void {
  if (text.includes('\0')) throw refusal(path, 'control_character');
}

function refusal(path: readonly string[], rule: string) {
  return problem('INPUT_INVALID', { fields: [{ path: path.join('.'), rule }] });
}
