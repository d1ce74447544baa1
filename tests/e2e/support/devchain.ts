import { devchainUrl } from '../installation.ts';

/** Sends coins from the chain's own faucet to any address, in base units. Resolves with the transaction's id. */
export async function faucet(address: string, asset: 'trx' | 'usdt' | 'reward', amount: bigint): Promise<string> {
  const { txId } = await control<{ txId: string }>('faucet', { address, asset, amount: String(amount) });
  return txId;
}

async function control<Answer>(name: string, body: Readonly<Record<string, unknown>>): Promise<Answer> {
  const response = await fetch(`${devchainUrl}/devchain/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`devchain refused ${name}: ${response.status} ${await response.text()}`);
  return (await response.json()) as Answer;
}
