import { api } from '../../../shared/api.ts';
import { hasSignedInBefore } from '../../../shared/session-owner.ts';

/** How a part is doing: `aside` where it is not there and need not be. */
export type CheckState = 'good' | 'bad' | 'aside';

/** What one check found. `detail` is the plain fact, for the report too: it holds nothing private. */
export type Finding = { readonly state: CheckState; readonly detail: string };

export type CheckId =
  | 'api'
  | 'database'
  | 'chain'
  | 'books'
  | 'clock'
  | 'live'
  | 'storage'
  | 'camera'
  | 'wasm'
  | 'crypto'
  | 'locale'
  | 'worker';

type Health = Awaited<ReturnType<typeof api.installation.health>>;

/** More than this and codes of an authenticator on this device would be refused. */
const clockOffMaxMs = 10_000;
const liveWithinMs = 5_000;
const good = (detail: string): Finding => ({ state: 'good', detail });
const bad = (detail: string): Finding => ({ state: 'bad', detail });
const aside = (detail: string): Finding => ({ state: 'aside', detail });

/** Runs every check; each reports as soon as it knows. Never throws: what goes wrong is a finding. */
export async function runChecks(report: (id: CheckId, finding: Finding) => void): Promise<void> {
  const run = async (id: CheckId, check: () => Finding | Promise<Finding>): Promise<void> => {
    try {
      report(id, await check());
    } catch (error) {
      report(id, bad(error instanceof Error ? error.message : String(error)));
    }
  };
  await Promise.all([
    runServerChecks(report),
    run('live', checkLive),
    run('storage', checkStorage),
    run('camera', checkCamera),
    run('wasm', checkWasm),
    run('crypto', checkCrypto),
    run('locale', checkLocale),
    run('worker', checkWorker),
  ]);
}

async function runServerChecks(report: (id: CheckId, finding: Finding) => void): Promise<void> {
  const startedMs = Date.now();
  let health: Health;
  try {
    health = await api.installation.health({});
  } catch {
    for (const id of ['api', 'database', 'chain', 'books', 'clock'] as const) report(id, bad('no answer'));
    return;
  }
  const tookMs = Date.now() - startedMs;
  report('api', good(`${tookMs} ms`));
  report('database', { state: health.database.ok ? 'good' : 'bad', detail: health.database.detail });
  report('books', { state: health.books.ok ? 'good' : 'bad', detail: health.books.detail });
  report('chain', describeChain(health));
  // The answer was written about half way through the request.
  const offMs = Date.parse(health.time) - (startedMs + tookMs / 2);
  report('clock', {
    state: Math.abs(offMs) <= clockOffMaxMs + tookMs / 2 ? 'good' : 'bad',
    detail: `${offMs < 0 ? '−' : '+'}${(Math.abs(offMs) / 1000).toFixed(1)} s`,
  });
}

function describeChain({ chain, time }: Health): Finding {
  const ageSeconds = chain.headAt === null ? null : Math.max(0, (Date.parse(time) - Date.parse(chain.headAt)) / 1000);
  const age = ageSeconds === null ? '' : `, ${ageSeconds.toFixed(0)} s`;
  return { state: chain.ok ? 'good' : 'bad', detail: `${chain.detail}: ${chain.headBlock ?? 0}${age}` };
}

async function checkLive(): Promise<Finding> {
  if (!hasSignedInBefore()) return aside('only when signed in');
  const enough = new AbortController();
  const timer = setTimeout(() => enough.abort(new Error('no event in time')), liveWithinMs);
  try {
    const events = await api.live.live({}, { signal: enough.signal });
    for await (const { topic } of events) return good(topic);
    return bad('ended at once');
  } finally {
    clearTimeout(timer);
    enough.abort();
  }
}

function checkStorage(): Finding {
  const key = 'self-check';
  localStorage.setItem(key, 'yes');
  const kept = localStorage.getItem(key) === 'yes';
  localStorage.removeItem(key);
  return kept && navigator.cookieEnabled ? good('kept') : bad('not kept');
}

async function checkCamera(): Promise<Finding> {
  // Undefined outside secure contexts, whatever the type library says.
  const devices: MediaDevices | undefined = navigator.mediaDevices;
  if (devices === undefined) return bad('needs https');
  const cameras = (await devices.enumerateDevices()).filter(({ kind }) => kind === 'videoinput');
  return cameras.length === 0 ? aside('0') : good(String(cameras.length));
}

function checkWasm(): Finding {
  // The smallest module there is: magic number and version. To run one is allowed to the scanner's worker alone.
  return WebAssembly.validate(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0])) ? good('offered') : bad('not offered');
}

function checkCrypto(): Finding {
  crypto.getRandomValues(new Uint8Array(16));
  return globalThis.isSecureContext ? good('secure context') : bad('needs https');
}

function checkLocale(): Finding {
  const { locale, timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return good(`${document.documentElement.lang} (${locale}, ${timeZone})`);
}

async function checkWorker(): Promise<Finding> {
  if (!('serviceWorker' in navigator)) return aside('not offered');
  const registration = await navigator.serviceWorker.getRegistration();
  return registration?.active ? good('active') : aside('none');
}
