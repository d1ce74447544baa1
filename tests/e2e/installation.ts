// Another port where two of them run beside each other, as two people writing flows do.
const firstPort = Number(process.env['E2E_FIRST_PORT'] ?? 4390);

/** A whole installation of its own beside a running one: other ports, other data, made anew for each run. */
export const installation = {
  DATA_DIR: '.tern/e2e',
  SIGNER_SOCKET: '.tern/e2e/signer/signer.sock',
  WEB_PORT: String(firstPort),
  DEVCHAIN_PORT: String(firstPort + 1),
  INBOX_SMTP_PORT: String(firstPort + 2),
  INBOX_HTTP_PORT: String(firstPort + 3),
  DATABASE_PORT: String(firstPort + 4),
  WORKER_HEALTH_PORT: String(firstPort + 5),
  CONSOLE_PORT: String(firstPort + 7),
  API_METRICS_PORT: String(firstPort + 8),
  CONSOLE_METRICS_PORT: String(firstPort + 9),
  LOCAL_RELAY_PORT: String(firstPort + 10),
  // One of our own stands in for the browsers' push services, which no test may ask.
  PUSH_SERVICES: `http://127.0.0.1:${firstPort + 6}`,
  // The receiver of webhooks.e2e.
  WEBHOOK_HOSTS: `http://127.0.0.1:${firstPort + 20}`,
  // 19 blocks to a credit keep the wait under ten seconds. Faster ones than this a worker among six browsers cannot follow on
  // two cores: it falls ever further behind, and what arrives is credited minutes later.
  DEVCHAIN_BLOCK_MS: '400',
  // A bonus waits so long for its person's country.
  COUNTRY_CORRECTION_MINUTES: '0',
  // Every device says an address of its own, as a proxy would: the limits per address are the real ones.
  TRUSTED_PROXY_HOPS: '1',
} as const;

/** Where a signer of its own serves its page; the ports between are those of the empty installation. */
export const ceremonyPort = String(firstPort + 19);

export const walletUrl = `http://localhost:${installation.WEB_PORT}`;
export const consoleUrl = `http://localhost:${installation.CONSOLE_PORT}/console`;
export const devchainUrl = `http://127.0.0.1:${installation.DEVCHAIN_PORT}`;
export const inboxUrl = `http://127.0.0.1:${installation.INBOX_HTTP_PORT}`;
