import { invalidContract } from '../chain/refusal.ts';
import { toHex, utf8Text } from '../crypto/bytes.ts';
import { decodeMessage } from '../proto/codec.ts';
import type { ExchangeCreateContract } from '../proto/exchange-types.ts';
import { addBalance } from '../state/accounts.ts';
import { addTradable, hasTradable, openExchange, trxSymbol } from '../state/exchanges.ts';
import { getParameter } from '../state/parameters.ts';
import type { Workspace } from '../state/workspace.ts';
import type { Actuator } from './actuator.ts';
import { exchangeBalanceMax, isTokenNumber } from './exchange-rules.ts';
import { requireAccount } from './require-account.ts';

/** Opens a trading pair of two tokens, or of a token and TRX, with amounts of both. */
export const exchangeCreate: Actuator = (value) => {
  const message = decodeMessage('ExchangeCreateContract', value);
  return {
    owner: message.owner_address,
    createsAccount: () => false,
    run: async ({ state, block }) => {
      const feeSun = getParameter(state, 'getExchangeCreateFee');
      check(state, message, feeSun);
      const ownerHex = toHex(message.owner_address);
      const [firstId, secondId] = [utf8Text(message.first_token_id), utf8Text(message.second_token_id)];
      addBalance(state, ownerHex, -feeSun);
      addTradable(state, ownerHex, firstId, -message.first_token_balance);
      addTradable(state, ownerHex, secondId, -message.second_token_balance);
      const exchangeId = openExchange(state, {
        creatorHex: ownerHex,
        createTimeMs: block.timestampMs,
        firstId,
        firstBalance: message.first_token_balance,
        secondId,
        secondBalance: message.second_token_balance,
      });
      return { feeSun, contractResult: 'SUCCESS', exchange: { id: exchangeId } };
    },
  };
};

function check(state: Workspace, message: ExchangeCreateContract, feeSun: bigint): void {
  const owner = requireAccount(state, message.owner_address, 'account');
  if (owner.balance < feeSun) throw invalidContract('No enough balance for exchange create fee!');
  const sides = [
    { word: 'first', id: utf8Text(message.first_token_id), amount: message.first_token_balance },
    { word: 'second', id: utf8Text(message.second_token_id), amount: message.second_token_balance },
  ];
  for (const { word, id } of sides) {
    if (id !== trxSymbol && !isTokenNumber(id)) throw invalidContract(`${word} token id is not a valid number`);
  }
  if (sides[0]?.id === sides[1]?.id) throw invalidContract('cannot exchange same tokens');
  if (sides.some(({ amount }) => amount <= 0n)) throw invalidContract('token balance must greater than zero');
  if (sides.some(({ amount }) => amount > exchangeBalanceMax)) {
    throw invalidContract(`token balance must less than ${exchangeBalanceMax}`);
  }
  const ownerHex = toHex(message.owner_address);
  for (const { word, id, amount } of sides) {
    if (id === trxSymbol && owner.balance < amount + feeSun) throw invalidContract('balance is not enough');
    if (!hasTradable(state, ownerHex, id, amount)) throw invalidContract(`${word} token balance is not enough`);
  }
}
