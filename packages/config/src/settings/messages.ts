import { z } from 'zod';
import { choice, list, setting, text, url } from '../setting.ts';

export const messageSettings = {
  SMTP_URL: setting(url(['smtp:', 'smtps:']), {
    describe: 'Mail server, without its password, which is the secret smtp-password. Unset: the development inbox.',
    readBy: ['worker'],
    productionMustSet: true,
  }),
  MAIL_FROM: setting(z.string().regex(/^[^\s@]+@[^\s@]+$/, 'a bare mail address such as wallet@example.com'), {
    fallback: 'wallet@localhost.localdomain',
    describe: 'Sender address of all mails. The displayed name is PRODUCT_NAME.',
    readBy: ['worker'],
    productionMustSet: true,
  }),
  SMS_PROVIDER: setting(choice(['webhook', 'twilio']), {
    fallback: 'webhook',
    describe:
      'How text messages are sent: webhook posts {to, text, id} as JSON to SMS_WEBHOOK_URL, and twilio uses a Twilio-compatible API.',
    readBy: ['api', 'worker'],
  }),
  SMS_WEBHOOK_URL: setting(url(['http:', 'https:']), {
    describe: 'Address for SMS_PROVIDER=webhook. Unset: the development inbox.',
    readBy: ['worker'],
  }),
  TWILIO_URL: setting(url(['https:', 'http:']), {
    fallback: 'https://api.twilio.com',
    describe: 'Root of the Twilio-compatible API.',
    readBy: ['worker'],
  }),
  TWILIO_ACCOUNT_SID: setting(text({ maxLength: 64 }), {
    describe: 'Account for SMS_PROVIDER=twilio. Its token is the secret twilio-token.',
    readBy: ['worker'],
  }),
  TWILIO_FROM: setting(phoneNumber(), {
    describe: 'Sender number for SMS_PROVIDER=twilio.',
    readBy: ['worker'],
  }),
  SMS_FALLBACK_PROVIDER: setting(choice(['none', 'webhook', 'twilio']), {
    fallback: 'none',
    describe:
      'A second provider of text messages, for those that the first refuses, does not answer, or reports as not delivered. docs/operations/messages.md says when it is used.',
    readBy: ['api', 'worker'],
  }),
  SMS_FALLBACK_WEBHOOK_URL: setting(url(['http:', 'https:']), {
    describe: 'Address for SMS_FALLBACK_PROVIDER=webhook.',
    readBy: ['worker'],
  }),
  SMS_FALLBACK_TWILIO_URL: setting(url(['https:', 'http:']), {
    fallback: 'https://api.twilio.com',
    describe: 'Root of the Twilio-compatible API for SMS_FALLBACK_PROVIDER=twilio.',
    readBy: ['worker'],
  }),
  SMS_FALLBACK_TWILIO_ACCOUNT_SID: setting(text({ maxLength: 64 }), {
    describe: 'Account for SMS_FALLBACK_PROVIDER=twilio. Its token is the secret twilio-fallback-token.',
    readBy: ['worker'],
  }),
  SMS_FALLBACK_TWILIO_FROM: setting(phoneNumber(), {
    describe: 'Sender number for SMS_FALLBACK_PROVIDER=twilio.',
    readBy: ['worker'],
  }),
  WEBHOOK_HOSTS: setting(
    list(outsideOrigin('an origin such as https://hooks.example.com or https://*.example.com'), {
      minLength: 0,
      maxLength: 50,
    }),
    {
      fallback: 'none',
      describe:
        'Origins to which the webhooks that two operators open in the console may send events. https://*. stands for any subdomain. Only public addresses are reached; in development, http://127.0.0.1:PORT works too. none: no webhook can be opened.',
      readBy: ['console', 'worker'],
    },
  ),
  PUSH_SERVICES: setting(list(pushService(), { minLength: 0, maxLength: 20 }), {
    fallback:
      'https://fcm.googleapis.com,https://*.push.services.mozilla.com,https://*.notify.windows.com,https://*.push.apple.com',
    describe:
      'Push services of browsers to which messages may be sent, by origin. https://*. stands for any subdomain. The wallet never contacts any other address that a browser names. none switches push off.',
    readBy: ['api', 'worker'],
  }),
};

function phoneNumber(): z.ZodType<string, string> {
  return z.string().regex(/^\+[1-9]\d{6,14}$/, 'a phone number such as +15005550006');
}

/** For a push service of one's own, also one on this machine. */
function pushService(): z.ZodType<string, string> {
  return outsideOrigin('an origin such as https://push.example.com or https://*.example.com');
}

/** An origin; with plain http only one on this machine. */
function outsideOrigin(example: string): z.ZodType<string, string> {
  return z.string().regex(/^(?:https:\/\/(?:\*\.)?[a-z\d.-]+(?::\d+)?|http:\/\/127\.0\.0\.1:\d+)$/, example);
}
