import { invalidContract } from '../chain/refusal.ts';
import { toHex } from '../crypto/bytes.ts';
import { decodeMessage } from '../proto/codec.ts';
import { addTradable, hasTradable, putExchange, trxSymbol } from '../state/exchanges.ts';
import type { Actuator } from './actuator.ts';
import { exchangeBalanceMax, openSides, refuseClosed, withBalances } from './exchange-rules.ts';

/** Adds to both sides of a pair in their present proportion; only who opened it may. */
export const exchangeInject: Actuator = (value) => {
  const message = decodeMessage('ExchangeInjectContract', value);
  return {
    owner: message.owner_address,
    createsAccount: () => false,
    run: async ({ state }) => {
      const { quant } = message;
      const ownerHex = toHex(message.owner_address);
      const sides = openSides(state, message, { absent: 'token id is not in exchange', creatorOnly: true });
      const { namedId, otherId, named, other } = sides;
      refuseClosed(sides);
      if (quant <= 0n) throw invalidContract('injected token quant must greater than zero');
      const otherQuant = (other * quant) / named;
      if (otherQuant <= 0n) throw invalidContract('the calculated token quant  must be greater than 0');
      if (named + quant > exchangeBalanceMax || other + otherQuant > exchangeBalanceMax) {
        throw invalidContract(`token balance must less than ${exchangeBalanceMax}`);
      }
      const lacks = (id: string, amount: bigint, word: string) => {
        if (hasTradable(state, ownerHex, id, amount)) return;
        throw invalidContract(id === trxSymbol ? 'balance is not enough' : word);
      };
      lacks(namedId, quant, 'token balance is not enough');
      lacks(otherId, otherQuant, 'another token balance is not enough');

      addTradable(state, ownerHex, namedId, -quant);
      addTradable(state, ownerHex, otherId, -otherQuant);
      putExchange(state, withBalances(sides, named + quant, other + otherQuant));
      return { feeSun: 0n, contractResult: 'SUCCESS', exchange: { injectedOther: otherQuant } };
    },
  };
};
