import { parseArgs } from 'node:util';
import type { ChainDescription } from './admin/admin.ts';
import type { Mining } from './chain/time.ts';
import { startDevchain } from './start-devchain.ts';
import type { Devchain, DevchainNode, SwitchedOff } from './start-devchain.ts';

const help = `A local Tron node for development and tests.

Usage: tern-devchain [options]

  --port <number>       port                                    (default 9090)
  --solidity-port <number>  /walletsolidity on this port alone, and 405 for it on the other, as a stock node
                                                                (default: --port serves both)
  --switched-off <list> calls,estimates,internal: nodes without constant calls, energy estimates or internal
                        transactions, as java-tron's own configuration has them
  --host <address>      address to listen on. With any but a loopback address, everybody who
                        reaches this machine can use the faucet  (default 127.0.0.1)
  --allow <name>        a name under which the chain is asked, or of a page that may ask it; may be
                        given several times                     (default: this machine's own)
  --seed <text>         decides keys, addresses and genesis     (default "devchain")
  --data <directory>    keep the chain there across restarts    (default: in memory)
  --block-ms <number>   a block every so many milliseconds      (default 3000)
  --manual              blocks only on request
  --auto                a block for each transaction as well, at once
  --solid-lag <number>  blocks until one is solidified          (default 19)
  --walk-price <number> trade the TRX/USDT pair along the seed's price path every so many blocks
  --nodes <number>      servers of the one chain, on ports that follow each other  (default 1)
  --token-name <text>   name of the second token                (default "Reward Token")
  --token-symbol <text> its symbol                              (default "RWD")
  --help                this text

It serves Tron's HTTP API (/wallet, /walletsolidity), TronGrid's events (/v1/…) and its own controls:

  GET  /devchain/info          addresses and heights
  POST /devchain/mine          {"blocks": 1}
  POST /devchain/faucet        {"address": "T…", "asset": "trx" | "usdt" | "reward", "amount": "1000000"}
  POST /devchain/deploytoken   {"habit": "fee-on-transfer", "symbol": "USDT"}
  POST /devchain/walkprice     {"steps": 1}
  POST /devchain/snapshot      {}
  POST /devchain/revert        {"id": "snapshot-1"}
  POST /devchain/reorganise    {"depth": 2, "transactions": "requeue" | "drop"}
  POST /devchain/increasetime  {"ms": 60000}
  POST /devchain/settime       {"timestampMs": 1767225600000}
  POST /devchain/setparams     {"getEnergyFee": 420}
  POST /devchain/fault         {"kind": "refuse", "code": "SERVER_BUSY", "times": 1} or {"clear": true}
`;

const options = {
  port: { type: 'string', default: '9090' },
  'solidity-port': { type: 'string' },
  'switched-off': { type: 'string' },
  host: { type: 'string', default: '127.0.0.1' },
  allow: { type: 'string', multiple: true },
  seed: { type: 'string', default: 'devchain' },
  data: { type: 'string' },
  'block-ms': { type: 'string', default: '3000' },
  manual: { type: 'boolean', default: false },
  auto: { type: 'boolean', default: false },
  'solid-lag': { type: 'string', default: '19' },
  nodes: { type: 'string', default: '1' },
  'walk-price': { type: 'string' },
  'token-name': { type: 'string' },
  'token-symbol': { type: 'string' },
  help: { type: 'boolean', default: false },
} as const;

type Values = ReturnType<typeof parse>;

/** Runs the command until it is told to stop. Exits with 1 and a message when it cannot start. */
export async function runCli(args: readonly string[]): Promise<void> {
  try {
    const values = parse(args);
    if (values.help) {
      process.stdout.write(help);
      return;
    }
    const nodes = wholeNumber(values, 'nodes', 1, 8);
    const chain = await start(values);
    const others: DevchainNode[] = [];
    for (let next = 1; next < nodes; next += 1)
      others.push(await chain.addNode(portAfter(values.port, next), portAfter(values['solidity-port'], next)));
    process.stdout.write(greeting(chain, others));
    const stop = (): void => {
      void chain.close().then(() => process.exit(0));
    };
    process.once('SIGINT', stop);
    process.once('SIGTERM', stop);
  } catch (error) {
    process.stderr.write(`tern-devchain: ${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}

function parse(args: readonly string[]) {
  return parseArgs({ args: [...args], options, strict: true }).values;
}

function start(values: Values): Promise<Devchain> {
  const { data: dataDir, 'token-name': productTokenName, 'token-symbol': productTokenSymbol } = values;
  return startDevchain({
    port: wholeNumber(values, 'port', 0, 65_535),
    host: values.host,
    allowedNames: values.allow ?? [],
    seed: values.seed,
    ...(values['switched-off'] === undefined ? {} : { switchedOff: values['switched-off'].split(',').map(ability) }),
    mining: miningOf(values),
    solidLag: wholeNumber(values, 'solid-lag', 1, 1_000),
    ...(values['solidity-port'] === undefined ? {} : { solidityPort: wholeNumber(values, 'solidity-port', 0, 65_535) }),
    ...(values['walk-price'] === undefined ? {} : { walkPriceBlocks: wholeNumber(values, 'walk-price', 1, 1_000_000) }),
    ...(dataDir === undefined ? {} : { dataDir }),
    ...(productTokenName === undefined ? {} : { productTokenName }),
    ...(productTokenSymbol === undefined ? {} : { productTokenSymbol }),
  });
}

/** Ports of further nodes follow the first one's; 0 takes any free one each time. */
function portAfter(first: string | undefined, steps: number): number {
  return first === undefined || Number(first) === 0 ? 0 : Number(first) + steps;
}

function ability(name: string): SwitchedOff {
  const found = (['calls', 'estimates', 'internal'] as const).find((known) => known === name);
  if (found === undefined)
    throw new RangeError('--switched-off takes calls, estimates and internal, with commas between');
  return found;
}

function miningOf(values: Values): Mining {
  if (values.manual && values.auto) throw new RangeError('--manual and --auto exclude each other');
  if (values.manual) return { mode: 'manual' };
  return { mode: values.auto ? 'auto' : 'interval', blockMs: wholeNumber(values, 'block-ms', 20, 600_000) };
}

function wholeNumber(
  values: Values,
  name: 'port' | 'solidity-port' | 'block-ms' | 'solid-lag' | 'nodes' | 'walk-price',
  min: number,
  max: number,
): number {
  const value = Number(values[name]);
  if (!Number.isInteger(value) || value < min || value > max) {
    throw new RangeError(`--${name} must be a whole number from ${min} to ${max}`);
  }
  return value;
}

function greeting(chain: Devchain, others: readonly DevchainNode[]): string {
  const { accounts, contracts, token, height }: ChainDescription = chain.info();
  return `A local Tron chain at height ${height}: ${[chain, ...others].map(addressesOf).join(' ')}

  USDT      ${contracts.usdt.base58}
  ${token.symbol.padEnd(8)}  ${contracts.reward.base58}
  treasury  ${accounts.treasury.base58}  key ${chain.keys.treasury}
  faucet    ${accounts.faucet.base58}  key ${chain.keys.faucet}

These keys follow from the seed: they protect nothing.
`;
}

function addressesOf({ url, solidityUrl }: DevchainNode): string {
  return url === solidityUrl ? url : `${url} (solidity ${solidityUrl})`;
}
