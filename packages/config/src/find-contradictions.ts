import { isOwnMachine } from '@tern/base/is-own-machine';
import { usdtDecimals } from '@tern/money/asset';
import { formatAmount } from '@tern/money/format-amount';
import { multiplyCeil, type Ratio } from '@tern/money/ratio';
import { add, units, type Units } from '@tern/money/units';
import { genesisIdOf, tronNodeUrls } from './addresses.ts';
import type { ConfigFault } from './config-error.ts';
import type { Config } from './config.ts';

/** Settings that are right one by one and wrong together. Pure; returns all of them. */
export function findContradictions(config: Config): readonly ConfigFault[] {
  return [
    ...limitFaults(config),
    ...swapFaults(config),
    ...networkFaults(config),
    ...nodeFaults(config),
    ...messageFaults(config),
    ...connectionFaults(config),
    ...signerFaults(config),
    ...pictureFaults(config),
    ...supportFaults(config),
    ...productionFaults(config),
  ];
}

/**
 * What it takes to get out again: the withdrawal minimum plus the highest fee of each asset, in USDT base units, rounded up.
 * Activation has to reach the largest of them, so that nobody is activated by an amount that cannot leave.
 */
export function exitCosts(config: Config): Readonly<Record<'usdt' | 'trx' | 'reward', Units>> {
  const { withdrawalMinUsdt, withdrawalMinTrx, withdrawalMinReward } = config;
  return {
    usdt: add(withdrawalMinUsdt, config.feeMaxUsdt),
    trx: inUsdt(add(withdrawalMinTrx, config.feeMaxTrx), 6, config.priceTrxUsdt),
    reward: inUsdt(add(withdrawalMinReward, config.feeMaxReward), 18, config.priceRewardUsdt),
  };
}

function inUsdt(amount: Units, decimals: number, price: Ratio): Units {
  const scale = 10n ** BigInt(decimals - usdtDecimals);
  return multiplyCeil(amount, { numerator: price.numerator, denominator: price.denominator * scale });
}

function limitFaults(config: Config): readonly ConfigFault[] {
  const faults: ConfigFault[] = [];
  for (const [asset, cost] of Object.entries(exitCosts(config))) {
    if (config.activationMinimum < cost) {
      faults.push({
        name: 'ACTIVATION_MINIMUM',
        message: `has to be at least ${formatAmount(cost, 6)}: the withdrawal minimum plus the highest fee of ${asset}, in USDT`,
      });
    }
  }
  // The fee of a balance that small is at most the minimum (packages/server/src/money/transfers/fee.ts).
  const leavesAlone = add(config.withdrawalMinReward, config.withdrawalMinReward);
  if (config.bonusAmount > 0n && config.bonusAmount < leavesAlone) {
    faults.push({
      name: 'BONUS_AMOUNT',
      message: `has to be 0, or at least ${formatAmount(leavesAlone, 18)}: twice WITHDRAWAL_MIN_REWARD, so that the bonus alone pays the smallest send and its fee`,
    });
  }
  const ascending = [
    ['REVIEW_FROM', config.reviewFrom],
    ['SECOND_OPERATOR_FROM', config.secondOperatorFrom],
    ['WITHDRAWAL_MAX', config.withdrawalMax],
    ['WITHDRAWAL_DAILY_MAX', config.withdrawalDailyMax],
    ['WITHDRAWAL_HOUSE_DAILY_MAX', config.withdrawalHouseDailyMax],
  ] as const;
  for (const [index, [name, value]] of ascending.entries()) {
    const [lowerName, lower] = ascending[index - 1] ?? ['', units(0n)];
    if (value < lower)
      faults.push({ name, message: `has to be at least ${lowerName}, which is ${formatAmount(lower, 6)}` });
  }
  return faults;
}

function swapFaults(config: Config): readonly ConfigFault[] {
  const faults: ConfigFault[] = [];
  if (config.swapSwapperShare + config.swapPoolShare > 10_000) {
    faults.push({
      name: 'SWAP_POOL_SHARE',
      message: 'has to leave, with SWAP_SWAPPER_SHARE, no more than the whole fee',
    });
  }
  if (config.swapSpread > config.swapSpreadMax) {
    faults.push({ name: 'SWAP_SPREAD_MAX', message: 'has to be at least SWAP_SPREAD' });
  }
  if (config.swapMin > config.swapMax) {
    faults.push({
      name: 'SWAP_MAX',
      message: `has to be at least SWAP_MIN, which is ${formatAmount(config.swapMin, 6)}`,
    });
  }
  const pairs = config.swapPairs.map((pair) => pair.split('-').toSorted().join('-'));
  if (new Set(pairs).size < pairs.length || pairs.some((pair) => pair.split('-')[0] === pair.split('-')[1])) {
    // Naming a pair twice, or one way round, would be the way to close a single direction.
    faults.push({
      name: 'SWAP_PAIRS',
      message: 'has to name each pair of two different tokens once: it is open in both directions',
    });
  }
  return faults;
}

const builtInGenesisIds: ReadonlySet<string | undefined> = new Set(
  (['nile', 'mainnet'] as const).map((tronNetwork) => genesisIdOf({ tronNetwork, tronPrivateGenesisId: undefined })),
);

function networkFaults(config: Config): readonly ConfigFault[] {
  if (config.tronNetwork === 'local') return [];
  const faults: ConfigFault[] = [];
  if (config.tronNetwork === 'private') {
    const needed = {
      TRON_PRIVATE_GENESIS_ID: config.tronPrivateGenesisId,
      TRON_PRIVATE_NAME: config.tronPrivateName,
    };
    for (const [name, value] of Object.entries(needed)) {
      if (value === undefined) faults.push({ name, message: 'has to be set where TRON_NETWORK is private' });
    }
    if (builtInGenesisIds.has(config.tronPrivateGenesisId)) {
      faults.push({
        name: 'TRON_PRIVATE_GENESIS_ID',
        message: 'is the first block of a public network: set TRON_NETWORK to nile or mainnet instead',
      });
    }
  }
  if (config.tronNetwork !== 'mainnet' && config.usdtContract === undefined) {
    faults.push({ name: 'USDT_CONTRACT', message: `has to be set where TRON_NETWORK is ${config.tronNetwork}` });
  }
  if (config.rewardContract === undefined) {
    faults.push({ name: 'REWARD_CONTRACT', message: `has to be set where TRON_NETWORK is ${config.tronNetwork}` });
  }
  return faults;
}

/** Nodes, their solidity addresses and their headers belong together by their order. */
function nodeFaults(config: Config): readonly ConfigFault[] {
  const faults: ConfigFault[] = [];
  const nodes = tronNodeUrls(config).length;
  if (config.tronSolidityUrls !== undefined && config.tronSolidityUrls.length !== nodes) {
    faults.push({
      name: 'TRON_SOLIDITY_URLS',
      message: `has to have one address for each node of TRON_NODE_URLS, in the same order: ${nodes}, not ${config.tronSolidityUrls.length}`,
    });
  }
  const headers = config.tronApiKeyHeaders.length;
  if (headers !== 1 && headers !== nodes) {
    faults.push({
      name: 'TRON_API_KEY_HEADERS',
      message: `has to have one name for all nodes, or one for each node of TRON_NODE_URLS: ${nodes}, not ${headers}`,
    });
  }
  return faults;
}

function messageFaults(config: Config): readonly ConfigFault[] {
  const faults: ConfigFault[] = [];
  if (config.smsProvider === 'twilio') {
    const needed = { TWILIO_ACCOUNT_SID: config.twilioAccountSid, TWILIO_FROM: config.twilioFrom };
    faults.push(...unsetFaults(needed, 'SMS_PROVIDER is twilio'));
  }
  if (config.smsFallbackProvider === 'webhook') {
    const needed = { SMS_FALLBACK_WEBHOOK_URL: config.smsFallbackWebhookUrl };
    faults.push(...unsetFaults(needed, 'SMS_FALLBACK_PROVIDER is webhook'));
  }
  if (config.smsFallbackProvider === 'twilio') {
    const needed = {
      SMS_FALLBACK_TWILIO_ACCOUNT_SID: config.smsFallbackTwilioAccountSid,
      SMS_FALLBACK_TWILIO_FROM: config.smsFallbackTwilioFrom,
    };
    faults.push(...unsetFaults(needed, 'SMS_FALLBACK_PROVIDER is twilio'));
  }
  if (isSameProvider(config)) {
    faults.push({ name: 'SMS_FALLBACK_PROVIDER', message: 'names the same account or address as the first provider' });
  }
  return faults;
}

/** A relay somewhere else knows its users by their project ids. */
function connectionFaults(config: Config): readonly ConfigFault[] {
  if (config.walletConnectionRelay?.startsWith('wss:') !== true) return [];
  const needed = { WALLET_CONNECTION_PROJECT_ID: config.walletConnectionProjectId };
  return unsetFaults(needed, 'WALLET_CONNECTION_RELAY is on another machine');
}

/** Of a signer on another machine; one certificate stands for one role. */
function signerFaults(config: Config): readonly ConfigFault[] {
  const { signerListen, signerClients, signerAddress, signerPins, signerStandby, signerStandbyPins } = config;
  const faults: ConfigFault[] = [];
  if (signerListen !== undefined && signerClients === undefined)
    faults.push({ name: 'SIGNER_CLIENTS', message: 'has to be set where SIGNER_LISTEN is' });
  if (signerAddress !== undefined && signerPins === undefined)
    faults.push({ name: 'SIGNER_PINS', message: 'has to be set where SIGNER_ADDRESS is' });
  if (signerStandby !== undefined && signerStandbyPins === undefined)
    faults.push({ name: 'SIGNER_STANDBY_PINS', message: 'has to be set where SIGNER_STANDBY is' });
  const pins = (signerClients ?? []).map(({ pin }) => pin);
  if (new Set(pins).size < pins.length)
    faults.push({ name: 'SIGNER_CLIENTS', message: 'gives one certificate two roles' });
  return faults;
}

function unsetFaults(needed: Readonly<Record<string, string | undefined>>, where: string): readonly ConfigFault[] {
  return Object.entries(needed)
    .filter(([, value]) => value === undefined)
    .map(([name]) => ({ name, message: `has to be set where ${where}` }));
}

/** A second provider that is the first one fails together with it. */
function isSameProvider(config: Config): boolean {
  if (config.smsFallbackProvider !== config.smsProvider) return false;
  return config.smsProvider === 'webhook'
    ? config.smsFallbackWebhookUrl !== undefined && config.smsFallbackWebhookUrl === config.smsWebhookUrl
    : config.smsFallbackTwilioAccountSid !== undefined &&
        config.smsFallbackTwilioAccountSid === config.twilioAccountSid &&
        config.smsFallbackTwilioUrl === config.twilioUrl;
}

function pictureFaults(config: Config): readonly ConfigFault[] {
  if (config.pictureStore !== 's3') return [];
  const needed = {
    S3_ENDPOINT: config.s3Endpoint,
    S3_BUCKET: config.s3Bucket,
    S3_ACCESS_KEY_ID: config.s3AccessKeyId,
  };
  return Object.entries(needed)
    .filter(([, value]) => value === undefined)
    .map(([name]) => ({ name, message: 'has to be set where PICTURE_STORE is s3' }));
}

function supportFaults(config: Config): readonly ConfigFault[] {
  return config.complaintsBodyUrl !== undefined && config.complaintsBody === undefined
    ? [{ name: 'COMPLAINTS_BODY', message: 'has to be set where COMPLAINTS_BODY_URL is' }]
    : [];
}

function productionFaults(config: Config): readonly ConfigFault[] {
  if (config.ternProfile !== 'production') return [];
  const faults: ConfigFault[] = [];
  faults.push(...plainFaults(config));
  const developmentNames = {
    PRODUCT_NAME: config.productName === 'Tern',
    PRODUCT_TOKEN: config.productToken === 'TERN',
  };
  for (const [name, isOne] of Object.entries(developmentNames)) {
    if (isOne) faults.push({ name, message: 'the development name is not allowed in production' });
  }
  if (config.tronNetwork === 'local') {
    faults.push({ name: 'TRON_NETWORK', message: 'production does not run on the local chain' });
  }
  if (config.publicUrl !== undefined && !config.publicUrl.startsWith('https:')) {
    faults.push({ name: 'PUBLIC_URL', message: 'has to start with https:// in production' });
  }
  if (config.consoleUrl !== undefined && !isApart(config.consoleUrl, config.publicUrl)) {
    faults.push({
      name: 'CONSOLE_URL',
      message: 'has to start with https:// and to be another host than PUBLIC_URL in production',
    });
  }
  if (config.smsProvider === 'webhook' && config.smsWebhookUrl === undefined) {
    faults.push({ name: 'SMS_WEBHOOK_URL', message: 'has to be set in production; there is no development inbox' });
  }
  if (config.webhookHosts.some((origin) => !origin.startsWith('https:'))) {
    faults.push({ name: 'WEBHOOK_HOSTS', message: 'has to name https origins alone in production' });
  }
  return faults;
}

/** What would leave this machine in the clear, or go to whoever answers: every address that processes of ours ask. */
function plainFaults(config: Config): readonly ConfigFault[] {
  const asked = {
    PUSH_SERVICES: config.pushServices,
    TRON_NODE_URLS: config.tronNodeUrls ?? [],
    TRON_SOLIDITY_URLS: config.tronSolidityUrls ?? [],
    SMS_WEBHOOK_URL: [config.smsWebhookUrl],
    TWILIO_URL: [config.twilioUrl],
    SMS_FALLBACK_WEBHOOK_URL: [config.smsFallbackWebhookUrl],
    SMS_FALLBACK_TWILIO_URL: [config.smsFallbackTwilioUrl],
    PRICE_TICKER_TRX: [config.priceTickerTrx],
    PRICE_TICKER_TRX_2: [config.priceTickerTrx2],
    PRICE_TICKER_TRX_3: [config.priceTickerTrx3],
    PRICE_TICKER_REWARD: [config.priceTickerReward],
    S3_ENDPOINT: [config.s3Endpoint],
    RATES_URL: [config.ratesUrl],
    SCREENING_URL: [config.screeningUrl],
  };
  const faults: ConfigFault[] = Object.entries(asked)
    .filter(([, urls]) =>
      urls.some(
        (url) => url?.startsWith('http:') === true && !isOwnMachine(new URL(url.split(' ')[0] ?? url).hostname),
      ),
    )
    .map(([name]) => ({ name, message: 'has to begin with https: in production, but for this machine itself' }));
  for (const [name, address] of [
    ['DATABASE_URL', config.databaseUrl],
    ['DATABASE_SESSION_URL', config.databaseSessionUrl],
  ] as const)
    if (address !== undefined && leavesUnproven(new URL(address)))
      faults.push({
        name,
        message: 'has to say sslmode=verify-full in production where the database is on another machine',
      });
  return faults;
}

/** Without a host it is a socket of this machine. */
function leavesUnproven({ hostname, searchParams }: URL): boolean {
  return hostname !== '' && !isOwnMachine(hostname) && searchParams.get('sslmode') !== 'verify-full';
}

/** Cookies and passkeys belong to a host: those of operators are to be of no use on people's, nor the other way round. */
function isApart(consoleUrl: string, publicUrl: string | undefined): boolean {
  const { protocol, hostname } = new URL(consoleUrl);
  return protocol === 'https:' && (publicUrl === undefined || new URL(publicUrl).hostname !== hostname);
}
