import type { NodeAnswer, NodeQuestion } from './node-messages.ts';

/** How long a node may take. */
const patienceMs = 15_000;

globalThis.addEventListener('message', ({ data }: MessageEvent<NodeQuestion>) => {
  void ask(data).then((answer) => globalThis.postMessage(answer));
});

/** A question that no browser has to ask permission for, and that says nothing of who asks. */
async function ask({ url, txId }: NodeQuestion): Promise<NodeAnswer> {
  const address = new URL(`walletsolidity/gettransactionbyid?value=${txId}`, url);
  const answer = await fetch(address, {
    mode: 'cors',
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    redirect: 'error',
    cache: 'no-store',
    signal: AbortSignal.timeout(patienceMs),
  }).catch(() => undefined);
  if (answer === undefined) return { failed: 'unreachable' };
  if (!answer.ok) return { failed: 'refused' };
  const shown: unknown = await answer.json().catch(() => undefined);
  if (typeof shown !== 'object' || shown === null) return { failed: 'refused' };
  if (Object.keys(shown).length === 0) return { failed: 'unknown' };
  if (!('raw_data_hex' in shown) || typeof shown.raw_data_hex !== 'string') return { failed: 'refused' };
  const signed: readonly unknown[] = 'signature' in shown && Array.isArray(shown.signature) ? shown.signature : [];
  return { rawHex: shown.raw_data_hex, signatures: signed.filter((each) => typeof each === 'string') };
}
