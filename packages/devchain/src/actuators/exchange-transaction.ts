import { invalidContract } from '../chain/refusal.ts';
import { toHex } from '../crypto/bytes.ts';
import { decodeMessage } from '../proto/codec.ts';
import { addTradable, hasTradable, putExchange, trxSymbol } from '../state/exchanges.ts';
import type { Actuator } from './actuator.ts';
import { boughtFor } from './exchange-price.ts';
import { exchangeBalanceMax, openSides, refuseClosed, withBalances } from './exchange-rules.ts';

/** Sells an amount of one side of a pair for as much of the other side as its price gives. */
export const exchangeTransaction: Actuator = (value) => {
  const message = decodeMessage('ExchangeTransactionContract', value);
  return {
    owner: message.owner_address,
    createsAccount: () => false,
    run: async ({ state }) => {
      const { quant, expected } = message;
      const ownerHex = toHex(message.owner_address);
      const sides = openSides(state, message, { absent: 'token is not in exchange', creatorOnly: false });
      const { namedId, otherId, named, other } = sides;
      if (quant <= 0n) throw invalidContract('token quant must greater than zero');
      if (expected <= 0n) throw invalidContract('token expected must greater than zero');
      refuseClosed(sides);
      if (named + quant > exchangeBalanceMax) {
        throw invalidContract(`token balance must less than ${exchangeBalanceMax}`);
      }
      if (!hasTradable(state, ownerHex, namedId, quant)) {
        throw invalidContract(namedId === trxSymbol ? 'balance is not enough' : 'token balance is not enough');
      }
      const bought = boughtFor(named, other, quant);
      if (bought < expected) throw invalidContract('token required must greater than expected');

      addTradable(state, ownerHex, namedId, -quant);
      addTradable(state, ownerHex, otherId, bought);
      putExchange(state, withBalances(sides, named + quant, other - bought));
      return { feeSun: 0n, contractResult: 'SUCCESS', exchange: { received: bought } };
    },
  };
};
