import { TronWeb, utils } from 'tronweb';
import { expect, onTestFinished } from 'vitest';
import fixtures from '../contracts/fixtures.json' with { type: 'json' };
import { startDevchain } from '../start-devchain.ts';
import type { Devchain, DevchainOptions } from '../start-devchain.ts';

/** A chain that mines on demand and an unmodified tronweb that holds the treasury's key. */
export type TestChain = { readonly chain: Devchain; readonly tronWeb: TronWeb; readonly treasury: string };

export const feeLimit = 1_000_000_000;

/** Starts a chain that ends with the test. */
export async function startTestChain(options: Partial<DevchainOptions> = {}): Promise<TestChain> {
  const chain = await startDevchain({ port: 0, seed: 'test', mining: { mode: 'manual' }, ...options });
  onTestFinished(() => chain.close());
  return { chain, tronWeb: connect(chain, chain.keys.treasury), treasury: chain.info().accounts.treasury.base58 };
}

export function connect(chain: Devchain, privateKey: string): TronWeb {
  return new TronWeb({ fullHost: chain.url, privateKey });
}

export type Person = { readonly address: string; readonly hex: string; readonly privateKey: string };

/** A key nobody used before. */
export function newPerson(): Person {
  const { address, privateKey } = utils.accounts.generateAccount();
  return { address: address.base58, hex: address.hex.toLowerCase(), privateKey };
}

/** Posts to the node as any HTTP client would; the answer as parsed JSON. */
export async function post(
  chain: Pick<Devchain, 'url'>,
  path: string,
  body: unknown = {},
): Promise<Record<string, unknown>> {
  const response = await fetch(`${chain.url}${path}`, { method: 'POST', body: JSON.stringify(body) });
  return (await response.json()) as Record<string, unknown>;
}

/** Signs with the client's own key, sends and mines; the receipt. */
export async function carryOut({ chain }: Pick<TestChain, 'chain'>, tronWeb: TronWeb, unsigned: unknown) {
  const signed = await tronWeb.trx.sign(unsigned as Parameters<TronWeb['trx']['sign']>[0]);
  const reply = await tronWeb.trx.sendRawTransaction(signed as never);
  expect(reply).toMatchObject({ result: true });
  await chain.admin.mine();
  return tronWeb.trx.getUnconfirmedTransactionInfo(reply.txid);
}

/** Sends what the chain must not take; the code and the words it is refused with. */
export async function refusalOf({ chain }: Pick<TestChain, 'chain'>, signed: unknown) {
  const reply = await post(chain, '/wallet/broadcasttransaction', signed);
  // A refusal has no `result`, not even false.
  expect(reply).not.toHaveProperty('result');
  return { code: reply['code'], text: hexText(reply['message']) };
}

/** Signs with the client's own key what the chain must refuse by the rules of the contract; the words it refuses with. */
export async function contractRefusal(
  test: Pick<TestChain, 'chain'>,
  tronWeb: TronWeb,
  unsigned: unknown,
): Promise<string> {
  const signed = await tronWeb.trx.sign(unsigned as Parameters<TronWeb['trx']['sign']>[0]);
  const { code, text } = await refusalOf(test, signed);
  expect(code).toBe('CONTRACT_VALIDATE_ERROR');
  return text.replace('Contract validate error : ', '');
}

/** Someone with TRX and a tronweb of their own. */
export async function fundPerson({ chain }: Pick<TestChain, 'chain'>, trx: number) {
  const person = newPerson();
  await chain.admin.faucetTrx(person.address, BigInt(trx) * 1_000_000n);
  await chain.admin.mine();
  return { ...person, tronWeb: connect(chain, person.privateKey) };
}

/** Deploys one of the fixtures with the treasury's key and mines it. */
export async function deployTill({ chain, tronWeb }: TestChain, callValueSun = 0) {
  const ownerHex = chain.info().accounts.treasury.hex;
  const { abi, bytecode } = fixtures.Till;
  const transaction = await tronWeb.transactionBuilder.createSmartContract(
    { abi: abi as never, bytecode, parameters: [7], feeLimit, callValue: callValueSun, name: 'Till' },
    ownerHex,
  );
  const signed = await tronWeb.trx.sign(transaction);
  await tronWeb.trx.sendRawTransaction(signed);
  await chain.admin.mine();
  const address = utils.address.fromHex(transaction.contract_address);
  return { txId: transaction.txID, address, contract: await tronWeb.contract().at(address) };
}

/** The text in the hex of a `message`. */
export function hexText(value: unknown): string {
  return Buffer.from(String(value), 'hex').toString('utf8');
}
