import { randomUUID } from 'node:crypto';
import type { Clock } from '@tern/base/clock';
import { toWire } from '@tern/base/to-wire';
import { refusalReason, type ServiceFinding } from '@tern/contracts/refused-addresses';
import { z } from 'zod';
import { exchangeOutside } from '../../platform/post-outside.ts';
import { signWebhook } from '../../platform/webhooks/public.ts';

/** What the service is told: the other side of a send or of a deposit, and nothing about the person here. Amounts in base units. */
export type AskedMove = {
  readonly asset: string;
  readonly address: string;
  readonly amount: string;
  /** Null where a deposit has no price. */
  readonly usdtValue: string | null;
};

/**
 * Asks the outside service about the receiver of a send or the sender of a deposit. Null where nothing speaks against them.
 * Never throws.
 */
export type AskService = (move: AskedMove, about?: 'send' | 'deposit') => Promise<ServiceFinding | null>;

/** A text that the database and a screen can show: a service may cut one within a character. */
function shownText(max: number) {
  return z
    .string()
    .trim()
    .min(1)
    .max(max)
    .refine((text) => text.isWellFormed() && !/\p{Cc}/u.test(text));
}

const answerShape = z.discriminatedUnion('verdict', [
  z.object({ id: z.string(), verdict: z.literal('clear') }),
  z.object({
    id: z.string(),
    verdict: z.literal('hit'),
    reason: refusalReason,
    detail: shownText(300),
    reference: shownText(100).nullable().default(null),
  }),
]);

/**
 * The service at an address, which the settings name. Each question is signed as a webhook is, with the bytes of `secret` as the
 * key.
 */
export function openScreeningService({
  url,
  secret,
  timeoutMs,
  clock,
}: {
  readonly url: string;
  readonly secret: string;
  readonly timeoutMs: number;
  readonly clock: Clock;
}): AskService {
  const signing = `whsec_${Buffer.from(secret, 'utf8').toString('base64')}`;
  return async (move, about = 'send') => {
    const [id, now] = [randomUUID(), clock.now()];
    const body = JSON.stringify(toWire({ id, type: `${about}.screen`, at: now, data: move }));
    const headers = { 'content-type': 'application/json', ...signWebhook({ id, body, now }, [signing]) };
    try {
      const answer = await exchangeOutside(new URL(url), { headers, body, timeoutMs });
      if (answer.status !== 200) return noAnswer(`status ${answer.status}`);
      return readAnswer(answer.body, id);
    } catch (error) {
      return noAnswer(sayFailure(error));
    }
  };
}

function sayFailure(error: unknown): string {
  if (!(error instanceof Error)) return 'no connection';
  if (error.name === 'AbortError' || error.name === 'TimeoutError') return 'no answer in time';
  return 'code' in error && typeof error.code === 'string' ? error.code : 'no connection';
}

/** Pure. */
function readAnswer(body: Buffer | null, id: string): ServiceFinding | null {
  const read = answerShape.safeParse(parseJson(body));
  if (!read.success) return noAnswer('the answer cannot be read');
  const { data: answer } = read;
  // An answer to another question may be an old one.
  if (answer.id !== id) return noAnswer('the answer is to another question');
  if (answer.verdict === 'clear') return null;
  const { reason, detail, reference } = answer;
  return { service: 'hit', reason, detail, reference };
}

function parseJson(body: Buffer | null): unknown {
  try {
    return body === null ? undefined : JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}

function noAnswer(detail: string): ServiceFinding {
  return { service: 'no-answer', reason: 'security', detail, reference: null };
}
