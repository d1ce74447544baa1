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

function smsSettings(config: Config, { twilioToken }: TransportSecrets): SmsSettings {
  const { twilioAccountSid, twilioFrom } = config;
  if (config.smsProvider === 'webhook') return { provider: 'webhook', url: smsWebhookUrl(config) };
  if (twilioAccountSid === undefined || twilioFrom === undefined || twilioToken === undefined) {
    throw new Error('SMS_PROVIDER=twilio needs TWILIO_ACCOUNT_SID, TWILIO_FROM and the secret twilio-token');
  }
  return {
    provider: 'twilio',
    url: config.twilioUrl,
    accountSid: twilioAccountSid,
    token: twilioToken,
    from: twilioFrom,
    reportUrl: reportUrl(config, 'sms'),
  };
}

function fallbackSettings(config: Config, { twilioFallbackToken: token }: TransportSecrets): SmsSettings | undefined {
  const { smsFallbackTwilioAccountSid: accountSid, smsFallbackTwilioFrom: from, smsFallbackWebhookUrl } = config;
  if (config.smsFallbackProvider === 'none') return undefined;
  if (config.smsFallbackProvider === 'webhook') {
    if (smsFallbackWebhookUrl === undefined) throw new Error('SMS_FALLBACK_PROVIDER=webhook needs its address');
    return { provider: 'webhook', url: smsFallbackWebhookUrl };
  }
  if (accountSid === undefined || from === undefined || token === undefined)
    throw new Error('SMS_FALLBACK_PROVIDER=twilio needs its account, number and the secret twilio-fallback-token');
  return {
    provider: 'twilio',
    url: config.smsFallbackTwilioUrl,
    accountSid,
    token,
    from,
    reportUrl: reportUrl(config, 'sms-fallback'),
  };
}
