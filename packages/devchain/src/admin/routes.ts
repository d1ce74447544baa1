import type { ChainCore } from '../chain/core.ts';
import type { ChainNode } from '../chain/node.ts';
import { oddTokenHabits } from '../contracts/odd-tokens.ts';
import type { JsonObject } from '../json/format-message.ts';
import { AdminError, describeChain } from './admin.ts';
import type { Admin } from './admin.ts';
import { parseFault } from './parse-fault.ts';

type AdminHandler = (admin: Admin, params: JsonObject) => Promise<unknown>;

const handlers: Readonly<Record<string, AdminHandler>> = {
  mine: async (admin, params) => ({
    height: await admin.mine(params['blocks'] === undefined ? 1 : Number(params['blocks'])),
  }),
  faucet: async (admin, params) => {
    const address = String(params['address'] ?? '');
    const asset = String(params['asset'] ?? 'trx');
    const amount = wholeNumber(params, 'amount');
    if (asset === 'trx') return { txId: await admin.faucetTrx(address, amount) };
    return { txId: await admin.faucetToken(asset, address, amount) };
  },
  deploytoken: async (admin, params) => {
    const habit = oddTokenHabits.find((known) => known === params['habit']);
    if (habit === undefined) throw new AdminError(`habit must be one of ${oddTokenHabits.join(', ')}`);
    return admin.deployOddToken({
      habit,
      ...(params['name'] === undefined ? {} : { name: String(params['name']) }),
      ...(params['symbol'] === undefined ? {} : { symbol: String(params['symbol']) }),
      ...(params['decimals'] === undefined ? {} : { decimals: Number(wholeNumber(params, 'decimals') & 0xffn) }),
      ...(params['supply'] === undefined ? {} : { supply: wholeNumber(params, 'supply') }),
    });
  },
  walkprice: async (admin, params) => ({
    txIds: await admin.walkPrice(params['steps'] === undefined ? 1 : Number(params['steps'])),
  }),
  snapshot: async (admin) => ({ id: await admin.snapshot() }),
  revert: async (admin, params) => {
    await admin.revert(String(params['id'] ?? ''));
    return {};
  },
  reorganise: async (admin, params) => {
    await admin.reorganise(Number(params['depth']), {
      ...(params['blocks'] === undefined ? {} : { blocks: Number(params['blocks']) }),
      ...(params['transactions'] === 'drop' ? { transactions: 'drop' } : {}),
    });
    return {};
  },
  fault: async (admin, params) => {
    if (params['clear'] === true) await admin.clearFaults();
    else await admin.setFault(parseFault(params));
    return {};
  },
  increasetime: async (admin, params) => {
    await admin.advanceTime(Number(params['ms']));
    return {};
  },
  settime: async (admin, params) => {
    await admin.setTime(Number(params['timestampMs']));
    return {};
  },
  setparams: async (admin, params) => {
    await admin.setParameters(Object.fromEntries(Object.keys(params).map((name) => [name, wholeNumber(params, name)])));
    return {};
  },
};

/** Answers `/devchain/…`; `undefined` for a path that is none of the chain's controls. Throws `AdminError`. */
export async function answerAdmin(
  deps: { readonly core: ChainCore; readonly node: ChainNode; readonly admin: Admin },
  request: { readonly method: string; readonly path: string; readonly params: JsonObject },
): Promise<unknown> {
  const name = request.path.slice('/devchain/'.length);
  if (name === 'info') return describeChain(deps.core, deps.node);
  const handler = Object.hasOwn(handlers, name) ? handlers[name] : undefined;
  if (handler === undefined) return undefined;
  if (request.method !== 'POST') throw new AdminError('send a POST with JSON');
  return handler(deps.admin, request.params);
}

function wholeNumber(params: JsonObject, name: string): bigint {
  const text = String(params[name] ?? '');
  if (!/^\d{1,78}$/.test(text)) throw new AdminError(`${name} must be a whole number of base units`);
  return BigInt(text);
}
