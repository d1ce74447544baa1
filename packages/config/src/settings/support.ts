import { z } from 'zod';
import { integer, setting, text, url } from '../setting.ts';

export const supportSettings = {
  SUPPORT_EMAIL: setting(mailAddress(), {
    fallback: 'support@localhost.localdomain',
    describe: 'Mail address people write to for help; shown on the support page, with or without a login.',
    readBy: ['api'],
    productionMustSet: true,
  }),
  COMPLAINTS_EMAIL: setting(mailAddress(), {
    fallback: 'complaints@localhost.localdomain',
    describe: 'Mail address for complaints of people who cannot log in; may be the same as SUPPORT_EMAIL.',
    readBy: ['api'],
    productionMustSet: true,
  }),
  COMPLAINT_ANSWER_DAYS: setting(integer({ from: 1, to: 56 }), {
    fallback: '15',
    describe:
      'Calendar days within which a complaint is answered. The support page promises it, and each complaint is due by it.',
    readBy: ['api'],
    productionMustSet: true,
  }),
  COMPLAINTS_BODY: setting(text({ maxLength: 120 }), {
    describe:
      'Name of the ombudsman or authority people can turn to when our answer does not help. Unset: the page names none.',
    readBy: ['api'],
  }),
  COMPLAINTS_BODY_URL: setting(url(['https:']), {
    describe: 'Web page of COMPLAINTS_BODY.',
    readBy: ['api'],
  }),
};

function mailAddress(): z.ZodType<string, string> {
  return z
    .string()
    .max(254)
    .regex(/^[\w.+-]+@[\w-]+(?:\.[\w-]+)+$/, 'a bare mail address such as support@example.com');
}
