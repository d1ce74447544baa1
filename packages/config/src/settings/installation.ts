import { z } from 'zod';
import { choice, list, setting, text, url } from '../setting.ts';

const tab = choice(['home', 'record', 'my', 'activity', 'reward']);

export const installationSettings = {
  TERN_PROFILE: setting(choice(['development', 'production', 'test']), {
    fallback: 'development',
    describe:
      'development runs a local chain, a faucet and a mail inbox. production refuses these helpers and every development default. test is for the tests of this repository.',
    readBy: ['api', 'console', 'worker', 'signer', 'devchain', 'inbox', 'relay', 'launch'],
  }),
  PRODUCT_NAME: setting(text({ maxLength: 30 }), {
    fallback: 'Tern',
    describe: 'Name of the product on every screen, in every message and in the manifest.',
    readBy: ['api', 'console', 'worker', 'signer', 'devchain', 'inbox'],
    productionMustSet: true,
  }),
  PRODUCT_TOKEN: setting(
    z.string().regex(/^[A-Z][A-Z0-9]{1,9}$/, '2 to 10 capital letters or digits, a letter first'),
    {
      fallback: 'TERN',
      describe: 'Symbol of the reward token.',
      readBy: ['api', 'console', 'worker', 'devchain'],
      productionMustSet: true,
    },
  ),
  PUBLIC_URL: setting(url(['http:', 'https:']), {
    describe:
      'Address at which people open the wallet. Links in mails, cookies and the origin check use it. Unset: http://localhost with WEB_PORT. In production it must be https.',
    readBy: ['api', 'worker', 'signer', 'launch'],
    productionMustSet: true,
  }),
  TABS: setting(list(tab, { minLength: 2, maxLength: 5 }), {
    fallback: 'home,activity,reward,my',
    describe: 'Tabs of the bar at the bottom of the wallet, in order. Another example is home,record,my,activity.',
    readBy: ['api'],
  }),
  DATA_DIR: setting(text({ maxLength: 200 }), {
    fallback: '.tern',
    describe: 'Folder for secrets, logs and the data of the local database and chain, relative to this folder.',
    readBy: ['api', 'console', 'worker', 'signer', 'devchain', 'inbox', 'launch', 'migrate'],
  }),
  LOG_LEVEL: setting(choice(['debug', 'info', 'warn', 'error']), {
    fallback: 'info',
    describe: 'Lowest level of log lines that are written.',
    readBy: ['api', 'console', 'worker', 'signer'],
  }),
};
