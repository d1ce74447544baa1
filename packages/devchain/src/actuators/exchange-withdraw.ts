import { invalidContract } from '../chain/refusal.ts';
import { toHex } from '../crypto/bytes.ts';
import { decodeMessage } from '../proto/codec.ts';
import { addTradable, putExchange } from '../state/exchanges.ts';
import type { Actuator } from './actuator.ts';
import { openSides, refuseClosed, withBalances } from './exchange-rules.ts';

/** Parts of one unit that count when it is told whether an amount divides well enough. */
const precision = 10_000n;

/** Takes from both sides of a pair in their present proportion; only who opened it may. */
export const exchangeWithdraw: Actuator = (value) => {
  const message = decodeMessage('ExchangeWithdrawContract', value);
  return {
    owner: message.owner_address,
    createsAccount: () => false,
    run: async ({ state }) => {
      const { quant } = message;
      const ownerHex = toHex(message.owner_address);
      const sides = openSides(state, message, { absent: 'token is not in exchange', creatorOnly: true });
      const { namedId, otherId, named, other } = sides;
      if (quant <= 0n) throw invalidContract('withdraw token quant must greater than zero');
      refuseClosed(sides);
      const otherQuant = (other * quant) / named;
      if (named < quant || other < otherQuant) throw invalidContract('exchange balance is not enough');
      if (otherQuant <= 0n) throw invalidContract('withdraw another token quant must greater than zero');
      if (lost({ quant, named, other, otherQuant }) > 0.0001) throw invalidContract('Not precise enough');

      addTradable(state, ownerHex, namedId, quant);
      addTradable(state, ownerHex, otherId, otherQuant);
      putExchange(state, withBalances(sides, named - quant, other - otherQuant));
      return { feeSun: 0n, contractResult: 'SUCCESS', exchange: { withdrawnOther: otherQuant } };
    },
  };
};

type Division = {
  readonly quant: bigint;
  readonly named: bigint;
  readonly other: bigint;
  readonly otherQuant: bigint;
};

/** What rounding down takes, as a share of what is paid out; to four decimals, rounded half up, as nodes reckon it. */
function lost({ quant, named, other, otherQuant }: Division): number {
  const exact = Number((other * quant * precision * 2n + named) / (named * 2n)) / Number(precision);
  return (exact - Number(otherQuant)) / Number(otherQuant);
}
