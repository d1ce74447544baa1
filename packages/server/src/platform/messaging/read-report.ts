import { isUuid } from '@tern/base/ids';
import { parseJson } from '@tern/base/parse-json';
import { z } from 'zod';
import type { ProviderSlot, ReportedState } from './provider-slot.ts';
import type { Report } from './reports-store.ts';
import { codeMax } from './tries-store.ts';

const code = /^[\w.:-]{1,40}$/;

const twilioStates: ReadonlyMap<string, ReportedState> = new Map([
  ['delivered', 'delivered'],
  ['undelivered', 'undelivered'],
  ['failed', 'undelivered'],
]);

/**
 * What Twilio's status callback says of a message. Undefined where it says nothing that we keep: `queued`, `sending` and `sent`
 * tell of no phone. `messageId` is what we added to the address. Pure.
 */
export function readTwilioReport({
  slot,
  messageId,
  form,
}: {
  readonly slot: ProviderSlot;
  readonly messageId: string;
  readonly form: URLSearchParams;
}): Report | undefined {
  const state = twilioStates.get(form.get('MessageStatus') ?? '');
  if (state === undefined || !isUuid(messageId)) return undefined;
  const said = form.get('ErrorCode') ?? '';
  return { slot, about: { messageId }, state, code: code.test(said) ? said : null };
}

const reportBody = z.object({
  id: z.string().refine(isUuid).optional(),
  recipient: z
    .string()
    // First, because some small letters are longer than the capital one.
    .toLowerCase()
    .regex(/^[^\s\p{Cc}\p{Cs}]{3,320}$/u)
    .optional(),
  event: z.enum(['delivered', 'undelivered', 'bounced']),
  code: z.string().regex(code).max(codeMax).optional(),
});

/** What a report of our own form says; undefined where it has another form. Pure. */
export function readReport({ slot, body }: { readonly slot: ProviderSlot; readonly body: string }): Report | undefined {
  const read = reportBody.safeParse(parseJson(body));
  if (!read.success) return undefined;
  const { id, recipient, event, code: said = null } = read.data;
  // Text messages do not bounce: what a number does not get, it may get later.
  if (slot !== 'mail' && event === 'bounced') return undefined;
  if (id !== undefined) return { slot, about: { messageId: id }, state: event, code: said };
  return recipient === undefined ? undefined : { slot, about: { recipient }, state: event, code: said };
}
