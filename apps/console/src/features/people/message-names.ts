import { msg } from '@lingui/core/macro';

export const providers = {
  mail: msg`Mail`,
  sms: msg`Text message`,
  'sms-fallback': msg`Text message, second provider`,
};

export const tryStates = {
  accepted: msg`accepted, no report yet`,
  unclear: msg`no answer`,
  'not-accepted': msg`not accepted`,
  refused: msg`recipient refused`,
  delivered: msg`delivered`,
  undelivered: msg`not delivered`,
  bounced: msg`bounced`,
};
