import { smsWebhookUrl, smtpUrl } from '@tern/config/addresses';
import type { Config } from '@tern/config/config';
import { smsTransport, smtpTransport, type SmsSettings, type Transport } from '@tern/server/platform/messaging/public';

export type TransportSecrets = { readonly smtpPassword: string | undefined; readonly twilioToken: string | undefined };

/** The ways out for mails and text messages, as the settings name them. */
export function openTransports(
  config: Config,
  secrets: TransportSecrets,
): { readonly email: Transport; readonly sms: Transport } {
  const from = { name: config.productName, address: config.mailFrom };
  return {
    email: smtpTransport({ url: smtpUrl(config), password: secrets.smtpPassword, from }),
    sms: smsTransport(smsSettings(config, secrets)),
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
  };
}
