import { z } from 'zod';
import { integer, setting, text, url } from '../setting.ts';

export const supportSettings = {
  SUPPORT_EMAIL: setting(mailAddress(), {
    fallback: 'support@localhost.localdomain',
    describe: 'Mail address to which people write for help. The support page shows it, with or without a login.',
    readBy: ['api'],
    productionMustSet: true,
  }),
  COMPLAINTS_EMAIL: setting(mailAddress(), {
    fallback: 'complaints@localhost.localdomain',
    describe: 'Mail address for complaints of people who cannot log in. It may be the same as SUPPORT_EMAIL.',
    readBy: ['api'],
    productionMustSet: true,
  }),
  COMPLAINT_ANSWER_DAYS: setting(integer({ from: 1, to: 56 }), {
    fallback: '15',
    describe:
      'Calendar days within which operators answer a complaint. The support page promises this, and each complaint is due by then.',
    readBy: ['api'],
    productionMustSet: true,
  }),
  COMPLAINTS_BODY: setting(text({ maxLength: 120 }), {
    describe:
      'Name of the ombudsman or authority to which people can turn if our answer does not help. Unset: the page names none.',
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
