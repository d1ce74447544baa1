import { integer, setting } from '../setting.ts';

export const identitySettings = {
  CODES_PER_TARGET_HOUR: setting(integer({ from: 1, to: 1000 }), {
    fallback: '4',
    describe:
      'Codes sent to one phone number or e-mail address within any hour; strangers get three times as many a day.',
    readBy: ['api'],
  }),
  CODES_PER_IP_HOUR: setting(integer({ from: 1, to: 100_000 }), {
    fallback: '16',
    describe: 'Codes asked for from one network address within any hour.',
    readBy: ['api'],
  }),
  CODES_PER_NETWORK_HOUR: setting(integer({ from: 1, to: 1_000_000 }), {
    fallback: '80',
    describe: 'Codes asked for by strangers of one IPv4 /24 or IPv6 /48 within any hour.',
    readBy: ['api'],
  }),
  SMS_PER_DAY: setting(integer({ from: 0, to: 10_000_000 }), {
    fallback: '2000',
    describe:
      'Codes sent by text message within a day (UTC) by the whole installation. Who registers gets four fifths, who recovers nine tenths; the alarm sms-budget-spent rings when a part is used up.',
    readBy: ['api'],
  }),
  SMS_PER_COUNTRY_DAY: setting(integer({ from: 0, to: 10_000_000 }), {
    fallback: '500',
    describe: 'The same to all numbers of one area code, as dear destinations are what fraud is after.',
    readBy: ['api'],
  }),
  LOGINS_PER_IP_HOUR: setting(integer({ from: 1, to: 100_000 }), {
    fallback: '100',
    describe: 'Password tries from one network address (an IPv6 /64) within any hour.',
    readBy: ['api'],
  }),
  LOGINS_PER_NETWORK_HOUR: setting(integer({ from: 1, to: 1_000_000 }), {
    fallback: '500',
    describe: 'Password tries from one IPv4 /24 or IPv6 /48 within any hour.',
    readBy: ['api'],
  }),
  SESSION_IDLE_DAYS: setting(integer({ from: 1, to: 90 }), {
    fallback: '7',
    describe: 'Days without use after which a person has to sign in again.',
    readBy: ['api'],
  }),
  SESSION_DAYS: setting(integer({ from: 1, to: 365 }), {
    fallback: '30',
    describe: 'Days after which a person has to sign in again, used or not.',
    readBy: ['api'],
  }),
};
