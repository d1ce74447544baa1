import { reportUrl, smsWebhookUrl, smtpUrl } from '@tern/config/addresses';
import type { Config } from '@tern/config/config';
import { smsTransport, smtpTransport, type SmsSettings, type Transport } from '@tern/server/platform/messaging/public';

export type TransportSecrets = {
  readonly smtpPassword: string | undefined;
  readonly twilioToken: string | undefined;
  readonly twilioFallbackToken: string | undefined;
  readonly messageReportSecret: string | undefined;
};

export type Transports = {
  readonly email: Transport;
  readonly sms: Transport;
  /** The second provider of text messages. */
  readonly fallback: Transport | undefined;
  /** Whether the first provider of text messages reports what did not arrive. */
  readonly smsReports: boolean;
};

/** The ways out for mails and text messages, as the settings name them. */
export function openTransports(config: Config, secrets: TransportSecrets): Transports {
  const from = { name: config.productName, address: config.mailFrom };
  const fallback = fallbackSettings(config, secrets);
  return {
    email: smtpTransport({ url: smtpUrl(config), password: secrets.smtpPassword, from }),
    sms: smsTransport(smsSettings(config, secrets)),
    fallback: fallback && smsTransport(fallback),
    smsReports:
      config.smsProvider === 'twilio'
        ? reportUrl(config, 'sms') !== undefined
        : secrets.messageReportSecret !== undefined,
  };
}

type SmsAccount = {
  readonly url: string;
  readonly accountSid: string | undefined;
  readonly from: string | undefined;
  readonly token: string | undefined;
};

function smsSettings(config: Config, { twilioToken: token }: TransportSecrets): SmsSettings {
  if (config.smsProvider === 'webhook') return { provider: 'webhook', url: smsWebhookUrl(config) };
  const { twilioUrl: url, twilioAccountSid: accountSid, twilioFrom: from } = config;
  return twilioSettings({ url, accountSid, from, token }, reportUrl(config, 'sms'));
}

function fallbackSettings(config: Config, { twilioFallbackToken: token }: TransportSecrets): SmsSettings | undefined {
  if (config.smsFallbackProvider === 'none') return undefined;
  if (config.smsFallbackProvider === 'webhook') {
    const url = config.smsFallbackWebhookUrl;
    if (url === undefined) throw new Error('SMS_FALLBACK_PROVIDER=webhook needs SMS_FALLBACK_WEBHOOK_URL');
    return { provider: 'webhook', url };
  }
  const { smsFallbackTwilioUrl: url, smsFallbackTwilioAccountSid: accountSid, smsFallbackTwilioFrom: from } = config;
  return twilioSettings({ url, accountSid, from, token }, reportUrl(config, 'sms-fallback'));
}

/** Settings and secrets were judged before; what is missing here was left out of that judgement. */
function twilioSettings({ url, accountSid, from, token }: SmsAccount, reports: string | undefined): SmsSettings {
  if (accountSid === undefined || from === undefined || token === undefined)
    throw new Error('Twilio needs an account, a number and its token; docs/operations/messages.md names them');
  return { provider: 'twilio', url, accountSid, token, from, reportUrl: reports };
}
