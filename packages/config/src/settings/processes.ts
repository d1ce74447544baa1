import {
  choice,
  databaseUrl,
  hostAndPort,
  integer,
  list,
  pin,
  port,
  setting,
  signerClient,
  text,
  url,
} from '../setting.ts';

export const processSettings = {
  WEB_HOST: setting(text({ maxLength: 100 }), {
    fallback: '127.0.0.1',
    describe: 'Network interface on which the wallet and its API listen. 0.0.0.0 opens them to other machines.',
    readBy: ['api', 'launch'],
  }),
  WEB_PORT: setting(port(), {
    fallback: '4300',
    describe: 'Port of the wallet and its API.',
    readBy: ['api', 'worker', 'signer', 'launch'],
  }),
  CONSOLE_HOST: setting(text({ maxLength: 100 }), {
    fallback: '127.0.0.1',
    describe: 'Network interface on which the operator console listens.',
    readBy: ['console', 'launch'],
  }),
  CONSOLE_PORT: setting(port(), {
    fallback: '4310',
    describe: 'Port of the operator console.',
    readBy: ['console', 'worker', 'signer', 'launch'],
  }),
  CONSOLE_URL: setting(url(['http:', 'https:']), {
    describe:
      'Address at which operators open the console. It needs a host of its own, and the operators’ passkeys belong to that host. Unset: http://localhost:<CONSOLE_PORT>.',
    readBy: ['console', 'worker', 'signer', 'launch'],
  }),
  TRUSTED_PROXY_HOPS: setting(integer({ from: 0, to: 5 }), {
    fallback: '0',
    describe:
      'Number of reverse proxies in front of the API whose X-Forwarded-For is trusted. With 0, the address of the connection counts.',
    readBy: ['api', 'console'],
  }),
  DATABASE_URL: setting(databaseUrl(), {
    describe:
      'Connection to a PostgreSQL 17 or newer as the owner of the database, used for migrations. Unset: npm start runs its own PostgreSQL 18. The processes connect with roles of their own: where the address names no user, each logs in as its role with its own password.',
    readBy: ['api', 'console', 'worker', 'launch', 'migrate'],
  }),
  DATABASE_SESSION_URL: setting(databaseUrl(), {
    describe:
      'Connection that leads past a pooler in transaction mode (PgBouncer) to the same database, for what needs a session: hearing notifications. The login is the one of DATABASE_URL. Unset: DATABASE_URL.',
    readBy: ['api', 'worker'],
  }),
  DATABASE_PORT: setting(port(), {
    fallback: '4354',
    describe: 'Port of the PostgreSQL that npm start runs (loopback only).',
    readBy: ['launch'],
  }),
  DATABASE_POOL_MAX: setting(integer({ from: 3, to: 200 }), {
    fallback: '12',
    describe: 'Maximum number of database connections of one process. The snapshot of what is owed uses two at once.',
    readBy: ['api', 'console', 'worker'],
  }),
  SIGNER_SOCKET: setting(text({ maxLength: 100 }), {
    fallback: '.tern/signer/signer.sock',
    describe: 'Unix socket on which the signer takes orders, relative to this folder.',
    readBy: ['signer', 'worker', 'launch'],
  }),
  SIGNER_LISTEN: setting(hostAndPort(), {
    describe:
      'Address and port on which the signer also takes orders from other machines, by TLS 1.3 with certificates on both sides. Unset: it takes orders on SIGNER_SOCKET alone.',
    readBy: ['signer'],
  }),
  SIGNER_CLIENTS: setting(list(signerClient(), { minLength: 1, maxLength: 24 }), {
    describe:
      'Who may connect to SIGNER_LISTEN: a role (worker, operator, or signer for the other one of a pair), a colon, and the pin of a certificate, separated by commas. A role may have several pins. npm run signer -- make-certificates prints them.',
    readBy: ['signer'],
  }),
  SIGNER_STANDBY: setting(hostAndPort(), {
    describe:
      'Address and port of the standby of this signer, the SIGNER_LISTEN of its machine. Once it is set, nothing is signed while the standby does not answer, unless two operators decide otherwise.',
    readBy: ['signer'],
  }),
  SIGNER_STANDBY_PINS: setting(list(pin(), { minLength: 1, maxLength: 4 }), {
    describe: 'Pins of the certificates that the signer at SIGNER_STANDBY may show, separated by commas.',
    readBy: ['signer'],
  }),
  SIGNER_ADDRESS: setting(hostAndPort(), {
    describe:
      'Address and port of a signer on another machine, the SIGNER_LISTEN of that machine. Unset: the signer is asked on SIGNER_SOCKET.',
    readBy: ['signer', 'worker', 'launch'],
  }),
  SIGNER_PINS: setting(list(pin(), { minLength: 1, maxLength: 4 }), {
    describe:
      'Pins of the certificates that the signer at SIGNER_ADDRESS may show, separated by commas. While its certificate is replaced, name both.',
    readBy: ['signer', 'worker', 'launch'],
  }),
  SIGNER_KEY_SERVICE: setting(text({ maxLength: 100 }), {
    describe:
      'Unix socket of a process that holds the keys and signs for the signer, such as npm run signer -- serve-keys. Without it, the signer opens the sealed seed itself.',
    readBy: ['signer'],
  }),
  WORKER_HEALTH_PORT: setting(port(), {
    fallback: '4327',
    describe: 'Port of METRICS_HOST on which the worker reports its health, the state of its steps and its metrics.',
    readBy: ['worker', 'launch'],
  }),
  API_METRICS_PORT: setting(port(), {
    fallback: '4328',
    describe: 'Port of METRICS_HOST on which the API reports its health, and Prometheus reads its metrics.',
    readBy: ['api', 'launch'],
  }),
  CONSOLE_METRICS_PORT: setting(port(), {
    fallback: '4329',
    describe: 'Port of METRICS_HOST on which the console reports its health, and Prometheus reads its metrics.',
    readBy: ['console', 'launch'],
  }),
  SIGNER_HEALTH_PORT: setting(port(), {
    describe:
      'Port of METRICS_HOST on which the signer reports its health and nothing else. Unset: the signer opens no port.',
    readBy: ['signer', 'launch'],
  }),
  METRICS_HOST: setting(text({ maxLength: 100 }), {
    fallback: '127.0.0.1',
    describe:
      'Network interface on which the processes report health and metrics. On any other than this machine itself, metrics need the secret metrics-token.',
    readBy: ['api', 'console', 'worker', 'signer', 'launch'],
  }),
  DRAIN_SECONDS: setting(integer({ from: 0, to: 600 }), {
    fallback: '0',
    describe:
      'Seconds for which the API and the console go on serving after they were told to stop. Meanwhile /health/ready answers 503. Choose more seconds than your load balancer takes to notice that.',
    readBy: ['api', 'console', 'launch'],
  }),
  DRAIN_LIMIT_SECONDS: setting(integer({ from: 1, to: 600 }), {
    fallback: '12',
    describe:
      'Seconds for which a process that stops waits for what is under way, after DRAIN_SECONDS. What takes longer is cut off.',
    readBy: ['api', 'console', 'worker', 'signer', 'launch'],
  }),
  DEVCHAIN_PORT: setting(port(), {
    fallback: '9090',
    describe: 'Port of the local chain (loopback only).',
    readBy: ['api', 'console', 'worker', 'signer', 'devchain', 'launch'],
  }),
  DEVCHAIN_SOLIDITY_PORT: setting(port(), {
    describe:
      'Serves /walletsolidity of the local chain on this port alone, and answers 405 for it on DEVCHAIN_PORT, as a stock java-tron node does. Unset: DEVCHAIN_PORT serves both.',
    readBy: ['api', 'console', 'worker', 'devchain', 'launch'],
  }),
  DEVCHAIN_SWITCHED_OFF: setting(list(choice(['calls', 'estimates', 'internal']), { minLength: 0, maxLength: 3 }), {
    fallback: 'none',
    describe:
      'What the nodes of the local chain cannot do, separated by commas: calls (constant calls), estimates (energy estimates), internal (internal transactions). none switches nothing off. A stock java-tron node starts with all three switched off.',
    readBy: ['devchain'],
  }),
  DEVCHAIN_BLOCK_MS: setting(integer({ from: 100, to: 60_000 }), {
    fallback: '1000',
    describe: 'Milliseconds between two blocks of the local chain. A real chain takes 3000.',
    readBy: ['api', 'console', 'worker', 'devchain'],
  }),
  INBOX_SMTP_PORT: setting(port(), {
    fallback: '4325',
    describe: 'Port on which the development inbox receives mails (loopback only).',
    readBy: ['worker', 'inbox', 'launch'],
  }),
  INBOX_HTTP_PORT: setting(port(), {
    fallback: '4326',
    describe: 'Port on which the development inbox receives text messages and shows all messages (loopback only).',
    readBy: ['api', 'worker', 'inbox', 'launch'],
  }),
  LOCAL_RELAY_PORT: setting(port(), {
    fallback: '4331',
    describe:
      'Port of the relay for wallet connections that runs outside production while WALLET_CONNECTION_RELAY is unset (loopback only).',
    readBy: ['api', 'worker', 'relay', 'launch'],
  }),
};
