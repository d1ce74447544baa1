import { parseJson } from '@tern/base/parse-json';
import { NotAccepted, RecipientRefused, RouteRefused, type Transport } from './transport.ts';

export type SmsSettings =
  | { readonly provider: 'webhook'; readonly url: string }
  | {
      readonly provider: 'twilio';
      readonly url: string;
      readonly accountSid: string;
      readonly token: string;
      readonly from: string;
      /** Where it reports what became of a message, whose id is added; unset, it reports nothing. */
      readonly reportUrl?: string | undefined;
    };

const timeoutMs = 15_000;
// Twilio: no number, no number that can be reached, no phone number, no mobile number.
const twilioDead: ReadonlySet<number> = new Set([21_211, 21_214, 21_217, 21_614]);
// Its owner answered STOP. Nobody goes around that with another provider.
const twilioOptedOut = 21_610;
// Not permitted for this region, or not reachable from our number: of no use here, and perhaps elsewhere.
const twilioRoute: ReadonlySet<number> = new Set([21_408, 21_612]);

/** Sends text messages: a form to a Twilio-compatible API, or `{to, text, id}` as JSON to a webhook. */
export function smsTransport(settings: SmsSettings): Transport {
  return {
    send: async ({ recipient, text, messageId }) => {
      const response = await fetch(...request(settings, { recipient, text, messageId })).catch((error: unknown) => {
        throw isUnreachable(error) ? new NotAccepted('the SMS provider cannot be reached', { cause: error }) : error;
      });
      if (response.ok) {
        await response.body?.cancel();
        return;
      }
      const answer = (await response.text()).slice(0, 300);
      if (settings.provider === 'twilio') refuseByCode(twilioCode(answer));
      throw new NotAccepted(`the SMS provider answered ${response.status}`);
    },
    close: () => undefined,
  };
}

function refuseByCode(number: number): void {
  const code = String(number);
  const message = `the SMS provider refuses the number with ${code}`;
  if (twilioDead.has(number)) throw new RecipientRefused(message, { code });
  if (number === twilioOptedOut) throw new RecipientRefused(message, { code, isDead: false });
  if (twilioRoute.has(number)) throw new RouteRefused(message, code);
}

function request(
  settings: SmsSettings,
  message: { readonly recipient: string; readonly text: string; readonly messageId: string },
): [url: string, init: RequestInit] {
  const common = { method: 'POST', redirect: 'error', signal: AbortSignal.timeout(timeoutMs) } as const;
  if (settings.provider === 'webhook') {
    const body = JSON.stringify({ to: message.recipient, text: message.text, id: message.messageId });
    return [settings.url, { ...common, headers: { 'content-type': 'application/json' }, body }];
  }
  const { url, accountSid, token, from, reportUrl } = settings;
  const form = new URLSearchParams({ To: message.recipient, From: from, Body: message.text });
  if (reportUrl !== undefined) form.set('StatusCallback', twilioReportUrl(reportUrl, message.messageId));
  return [
    `${url.replace(/\/+$/, '')}/2010-04-01/Accounts/${encodeURIComponent(accountSid)}/Messages.json`,
    {
      ...common,
      headers: { authorization: `Basic ${Buffer.from(`${accountSid}:${token}`).toString('base64')}` },
      body: form,
    },
  ];
}

/** The address Twilio calls about one message; it signs the whole of it. */
function twilioReportUrl(reportUrl: string, messageId: string): string {
  return `${reportUrl}?message=${messageId}`;
}

function twilioCode(answer: string): number {
  const parsed = parseJson(answer);
  return typeof parsed === 'object' && parsed !== null && 'code' in parsed && typeof parsed.code === 'number'
    ? parsed.code
    : 0;
}

const unreachable: ReadonlySet<unknown> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/** Nothing was sent, so nothing can have arrived. */
function isUnreachable(error: unknown): boolean {
  return (
    error instanceof Error && error.cause instanceof Error && 'code' in error.cause && unreachable.has(error.cause.code)
  );
}
