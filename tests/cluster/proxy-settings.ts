import { addressOf, frontNames, machineNames, middle, sharedAddress, type FrontName } from './machines.ts';

/** Where clients find the database and the wallet, at the address that the fronts share. */
export const ports = { session: 5432, pooled: 6432, balancer: 8080 } as const;

/** Where HAProxy says that it is there. */
const alivePort = 8404;

/** Leads everybody to the leader, as its Patroni says who that is; connections to one that is it no longer are cut. */
export function haproxySettings(): string {
  return `
global
  maxconn 500
defaults
  mode tcp
  timeout connect 2s
  # Listening connections are silent for hours.
  timeout client 24h
  timeout server 24h
  timeout check 1s
  option clitcpka
  option srvtcpka
  # It waits a second before each further try; whoever asks comes again sooner.
  retries 0
frontend alive
  mode http
  bind 127.0.0.1:${alivePort}
  http-request return status 200
listen leader
  bind :${ports.session}
  option httpchk
  http-check send meth OPTIONS uri /primary
  http-check expect status 200
  default-server inter 500ms fastinter 200ms downinter 200ms fall 2 rise 1 on-marked-down shutdown-sessions
${machineNames.map((name) => `  server ${name} ${addressOf(name)}:5432 check port 8008`).join('\n')}
`;
}

/** Connections of PgBouncer to the database, per role. */
const pooledPerRole = 14;
const poolerRoles = { api: 1, worker: 1, console: 1 };
/** Three api and two workers hear notifications on one connection each; PgBouncer asks for logins on another. */
const sessions = { api: 3, worker: 2, logins: 1 };

const sum = (counts: Readonly<Record<string, number>>): number => Object.values(counts).reduce((a, b) => a + b, 0);

/**
 * The plan: the roles of the wallet never have more at the leader, however many people there are. After the loss of a front,
 * they have twice as many until the server has noticed that those of the lost one are dead.
 */
export const connectionsPlanned = pooledPerRole * sum(poolerRoles) + sum(sessions);

/** Transaction mode; statements keep their names, and what a session would have set at its start is set by `connect_query`. */
export function pgbouncerSettings(folder: string): string {
  return `
[databases]
postgres = host=127.0.0.1 port=${ports.session} dbname=postgres auth_user=tern_bouncer connect_query='SET statement_timeout = 30000; SET idle_in_transaction_session_timeout = 60000'
[pgbouncer]
listen_addr = 0.0.0.0
listen_port = ${ports.pooled}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${folder}/pgbouncer-users
auth_query = SELECT * FROM tern_bouncer.find_login($1)
pool_mode = transaction
max_client_conn = 300
default_pool_size = ${pooledPerRole}
max_prepared_statements = 500
ignore_startup_parameters = statement_timeout,idle_in_transaction_session_timeout
# The rest is how soon everybody is back after the leader has changed.
server_login_retry = 0.2
server_connect_timeout = 2
query_wait_timeout = 8
server_idle_timeout = 60
server_lifetime = 600
tcp_keepalive = 1
# Transactions of clients that the address took away hold their locks until then: 5 s.
tcp_keepidle = 2
tcp_keepintvl = 1
tcp_keepcnt = 3
# The same for one that was sent something and never took it, which no keepalive asks.
tcp_user_timeout = 5000
`;
}

/**
 * Gives the shared address to one of the fronts, by VRRP: to the other one when it is silent for three seconds, or at once where
 * its HAProxy or PgBouncer has not answered three times. It does not go back when the first is there again, because each move
 * cuts all connections.
 */
export function keepalivedSettings(name: FrontName): string {
  return `
global_defs {
  router_id ${name}
  enable_script_security
  script_user postgres
}
vrrp_script serves {
  script "/bin/bash -c 'exec 3<>/dev/tcp/127.0.0.1/${alivePort} 4<>/dev/tcp/127.0.0.1/${ports.pooled}'"
  interval 1
  timeout 2
  fall 3
  rise 1
}
vrrp_instance front {
  state BACKUP
  nopreempt
  interface eth0
  virtual_router_id 78
  priority ${name === 'front1' ? 101 : 100}
  advert_int 1
  unicast_src_ip ${addressOf(name)}
  unicast_peer {
${frontNames
  .filter((other) => other !== name)
  .map((other) => `    ${addressOf(other)}`)
  .join('\n')}
  }
  virtual_ipaddress {
    ${sharedAddress}/24
  }
  track_script {
    serves
  }
}
`;
}

/** PgBouncer's own login; everybody else's is asked of the database. */
export function pgbouncerUsers(password: string): string {
  return `"tern_bouncer" "${password}"\n`;
}

/** What PgBouncer asks with: it reads the logins of the three processes and nothing else. */
export function bouncerSql(password: string): string {
  return `
CREATE ROLE tern_bouncer LOGIN PASSWORD '${password}';
GRANT CONNECT ON DATABASE postgres TO tern_bouncer;
CREATE SCHEMA tern_bouncer;
CREATE FUNCTION tern_bouncer.find_login(wanted text, OUT name text, OUT secret text) RETURNS record
  LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog
  AS $$ SELECT rolname::text, rolpassword FROM pg_authid
         WHERE rolname = wanted AND rolname IN ('tern_api', 'tern_worker', 'tern_console') AND rolcanlogin $$;
REVOKE ALL ON FUNCTION tern_bouncer.find_login FROM public;
GRANT USAGE ON SCHEMA tern_bouncer TO tern_bouncer;
GRANT EXECUTE ON FUNCTION tern_bouncer.find_login TO tern_bouncer;
`;
}

/** What stands before the three processes of the api: one that does not answer gets nobody. */
export function balancerSettings(apiPorts: readonly number[]): string {
  return `
global
  maxconn 500
defaults
  mode http
  timeout connect 1s
  timeout client 60s
  timeout server 30s
  retries 3
  option redispatch 1
  retry-on conn-failure
listen api
  bind :${ports.balancer}
  balance roundrobin
  default-server inter 500ms fall 2 rise 1
${apiPorts.map((port, index) => `  server api-${index + 1} ${middle}:${port} check`).join('\n')}
`;
}
