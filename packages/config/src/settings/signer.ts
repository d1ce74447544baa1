import { amount, setting } from '../setting.ts';

const trx = amount(6);

export const signerSettings = {
  SIGNER_FEE_MAX_TRX: setting(trx, {
    fallback: '200',
    describe:
      'Maximum amount of TRX that one token transfer may burn for energy, as checked by the worker. The signer has its own limit, which you set with npm run signer.',
    readBy: ['worker'],
  }),
};
