/** What the server said, as it lies in the cache or in the store of this device. */
export type Said = { readonly queryKey: readonly unknown[]; readonly data: unknown; readonly readAtMs: number };

/** Wallets of which the server said that nobody may send to their address any more, and when it said so last. */
export function listDropped(answers: readonly Said[]): ReadonlyMap<string, number> {
  const dropped = new Map<string, number>();
  for (const { queryKey, data, readAtMs } of answers) {
    for (const { id, address } of listWallets(queryKey, data)) {
      if (address === null) dropped.set(id, Math.max(readAtMs, dropped.get(id) ?? 0));
    }
  }
  return dropped;
}

/** The answer without the addresses that were dropped when it was read or later; the same object where it has none of them. */
export function dropAddresses({ queryKey, data, readAtMs }: Said, dropped: ReadonlyMap<string, number>): unknown {
  const isOld = ({ id, address }: Named) => address !== null && readAtMs <= (dropped.get(id) ?? -1);
  const has = listWallets(queryKey, data).some(isOld);
  if (!has || !isRecord(data)) return data;
  const without = (wallet: unknown) => (isNamed(wallet) && isOld(wallet) ? { ...wallet, address: null } : wallet);
  if (Array.isArray(data['wallets'])) return { ...data, wallets: data['wallets'].map(without) };
  return 'wallet' in data ? { ...data, wallet: without(data['wallet']) } : { ...data, address: null };
}

type Named = { readonly id: string; readonly address: string | null };

/** The wallets an answer names with their addresses. */
function listWallets([topic, walletId]: readonly unknown[], data: unknown): readonly Named[] {
  if (!isRecord(data)) return [];
  const wallets: Readonly<Record<string, unknown>> = {
    wallets: data['wallets'],
    overview: [data['wallet']],
    receive: [{ id: walletId, address: data['address'] }],
  };
  const named = wallets[String(topic)];
  return Array.isArray(named) ? named.filter(isNamed) : [];
}

function isNamed(value: unknown): value is Named {
  if (!isRecord(value)) return false;
  const { id, address } = value;
  return typeof id === 'string' && (typeof address === 'string' || address === null);
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
