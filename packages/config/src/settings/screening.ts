import { isIP } from 'node:net';
import { isOwnMachine } from '@tern/base/is-own-machine';
import { isPublicAddress } from '@tern/base/public-address';
import { z } from 'zod';
import { integer, setting } from '../setting.ts';

export const screeningSettings = {
  SCREENING_URL: setting(serviceAddress(), {
    describe:
      'Address of an outside service that is asked about the receiver of each withdrawal and the sender of each deposit (docs/screening.md). Only public addresses are reached, or http:// on this machine. Its secret is screening-secret. Two operators decide in the console what it is asked about, and what is held if it does not answer. Unset: no service is asked. If two operators have decided that one is asked, an unset address counts as no answer, and money is held as they decided.',
    readBy: ['api', 'worker'],
  }),
  SCREENING_TIMEOUT_MS: setting(integer({ from: 200, to: 5_000 }), {
    fallback: '3000',
    describe:
      'How long SCREENING_URL may take to answer, in milliseconds. Whoever confirms a withdrawal waits for it, and a deposit is held meanwhile.',
    readBy: ['api', 'worker'],
  }),
};

/** Who sends how much to whom is nobody else's business on the way. */
function serviceAddress(): z.ZodType<string, string> {
  return z
    .string()
    .max(500)
    .refine((value) => {
      if (!URL.canParse(value)) return false;
      const { protocol, hostname, username, password, hash } = new URL(value);
      if (username !== '' || password !== '' || hash !== '') return false;
      const address = hostname.replace(/^\[|\]$/g, '');
      if (isIP(address) !== 0 && !isPublicAddress(address) && !isOwnMachine(hostname)) return false;
      return protocol === 'https:' || (protocol === 'http:' && isOwnMachine(hostname));
    }, 'an address that starts with https:// and is in no private network, or one that starts with http:// and is on this machine; neither has a user or a fragment');
}
