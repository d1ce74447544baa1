import { integer, setting } from '../setting.ts';

export const identitySettings = {
  CODES_PER_TARGET_HOUR: setting(integer({ from: 1, to: 1000 }), {
    fallback: '4',
    describe:
      'Maximum number of codes sent to one phone number or e-mail address within any hour. Unknown clients together get at most three times this number for one phone number or address within 24 hours.',
    readBy: ['api'],
  }),
  CODES_PER_IP_HOUR: setting(integer({ from: 1, to: 100_000 }), {
    fallback: '16',
    describe: 'Maximum number of codes requested from one line (an IPv4 address or an IPv6 /64) within any hour.',
    readBy: ['api'],
  }),
  CODES_PER_NETWORK_HOUR: setting(integer({ from: 1, to: 1_000_000 }), {
    fallback: '80',
    describe:
      'Maximum number of codes requested by unknown clients from one network (an IPv4 /24 or an IPv6 /48) within any hour.',
    readBy: ['api'],
  }),
  SMS_PER_DAY: setting(integer({ from: 0, to: 10_000_000 }), {
    fallback: '2000',
    describe:
      'Maximum number of codes that the whole installation sends by text message within a day (UTC). Registrations may use four fifths of it, and recoveries nine tenths. The api logs the warning sms-budget-spent when a share is used up.',
    readBy: ['api'],
  }),
  SMS_PER_COUNTRY_DAY: setting(integer({ from: 0, to: 10_000_000 }), {
    fallback: '500',
    describe:
      'Maximum number of codes sent by text message within a day (UTC) to all numbers of one area code together, because fraud aims at expensive destinations. Registrations and recoveries may use the same shares as of SMS_PER_DAY.',
    readBy: ['api'],
  }),
  LOGINS_PER_IP_HOUR: setting(integer({ from: 1, to: 100_000 }), {
    fallback: '100',
    describe: 'Maximum number of password attempts from one line (an IPv4 address or an IPv6 /64) within any hour.',
    readBy: ['api'],
  }),
  LOGINS_PER_NETWORK_HOUR: setting(integer({ from: 1, to: 1_000_000 }), {
    fallback: '500',
    describe: 'Maximum number of password attempts from one network (an IPv4 /24 or an IPv6 /48) within any hour.',
    readBy: ['api'],
  }),
  SESSION_IDLE_DAYS: setting(integer({ from: 1, to: 90 }), {
    fallback: '7',
    describe: 'Days without use after which a person must log in again.',
    readBy: ['api'],
  }),
  SESSION_DAYS: setting(integer({ from: 1, to: 365 }), {
    fallback: '30',
    describe: 'Days after which a person must log in again, even with daily use.',
    readBy: ['api'],
  }),
};
