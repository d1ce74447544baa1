/** @import { PageState } from '../src/page/page-desk.ts' */

// What the page says of requests and policies, read from the very text that is signed or in force.

export const limitAssets = /** @type {const} */ (['usdt', 'trx', 'reward']);
const decimals = { usdt: 6, trx: 6, reward: 18 };
const names = { usdt: 'USDT', trx: 'TRX', reward: 'Reward token' };

/** @type {Readonly<Record<string, string>>} */
const labels = {
  signer: 'Signer',
  order: 'Order',
  asset: 'Asset',
  to: 'Receiver',
  memo: 'Note',
  version: 'Version',
  network: 'Network',
  witnesses: 'Witnesses',
  askedAt: 'Asked at',
  quarantine: 'Quarantine',
  epoch: 'Epoch',
  changes: 'Changes it knows',
  lacksNoOrder: 'It lacks no order',
};

/** @param {string} text */
export function fromBase64Url(text) {
  return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (sign) => sign.charCodeAt(0));
}

/**
 * What a statement says, as names and values. A member without a name of its own is shown as it is: nothing is left out.
 * @param {string} statement
 * @param {PageState['tokens']} tokens
 * @returns {Promise<[string, string][]>}
 */
export async function describeStatement(statement, tokens) {
  const said = JSON.parse(statement);
  /** @type {[string, string][]} */
  const rows = [];
  for (const [name, value] of Object.entries(said)) {
    if (name === 'kind') continue;
    if (name === 'policy') rows.push(...(await describePolicy(value)));
    else if (name === 'amount') {
      const token = said.asset === 'TRX' ? { name: 'TRX', decimals: 6 } : tokens[said.asset];
      rows.push(
        token === undefined
          ? ['Amount', `${value} of the smallest unit of ${said.asset}`]
          : ['Amount', `${whole(value, token.decimals)} ${token.name}`],
      );
    } else rows.push([labels[name] ?? name, typeof value === 'string' ? value : showValue(value)]);
  }
  return rows;
}

/**
 * What a policy says, as names and values.
 * @param {string} text
 * @returns {Promise<[string, string][]>}
 */
async function describePolicy(text) {
  const policy = JSON.parse(text);
  return [
    ...limitAssets.map((id) => {
      const { perOrder, perDay } = policy.limits[id];
      const said = `${whole(perOrder, decimals[id])} for one order, ${whole(perDay, decimals[id])} for 24 hours`;
      return /** @type {[string, string]} */ ([names[id], said]);
    }),
    ['Fee limit', `${whole(policy.feeLimitMaxSun, 6)} TRX`],
    ['Cold address', policy.coldAddress ?? 'none'],
    ...(policy.owners === undefined
      ? []
      : [
          /** @type {[string, string]} */ ([
            'Owners on chain',
            `${policy.owners.threshold} of ${policy.owners.addresses.join(', ')}`,
          ]),
        ]),
    [
      'Texts signed',
      policy.messages === undefined
        ? 'none'
        : `${policy.messages.perAddress} of one address, ${policy.messages.perDay} of all in 24 hours`,
    ],
    ...(policy.withoutStandby === true
      ? [/** @type {[string, string]} */ (['Standby', 'not needed: signatures leave although the standby lacks them'])]
      : []),
    ...(await describeOperators(policy.operators)),
  ];
}

/**
 * Each operator once, with the characters by which people know each key: whoever reads them aloud says which keys will decide.
 * @param {readonly { readonly operator: string, readonly publicKey: string }[]} keys
 * @returns {Promise<[string, string][]>}
 */
async function describeOperators(keys) {
  const shown = await Promise.all(
    keys.map(async ({ operator, publicKey }) => ({ operator, fingerprint: await fingerprintOf(publicKey) })),
  );
  return [...new Set(keys.map(({ operator }) => operator))].map((operator) => {
    const own = shown.filter((key) => key.operator === operator).map(({ fingerprint }) => fingerprint);
    return [`Operator ${operator}`, `${own.length === 1 ? 'key' : 'keys'} ${own.join(', ')}`];
  });
}

/**
 * The same twelve characters as the signer shows, computed here from the key in the signed text.
 * @param {string} publicKey
 */
async function fingerprintOf(publicKey) {
  const digest = await crypto.subtle.digest('SHA-256', fromBase64Url(publicKey));
  const hex = [...new Uint8Array(digest).slice(0, 6)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return (hex.match(/.{4}/g) ?? []).join(' ');
}

/**
 * What the printed checklist shows: the policy that waits for signatures, else the one in force, else lines to fill in.
 * @param {Pick<PageState, 'network' | 'pending' | 'inForce'>} state
 * @returns {{ fields: Readonly<Record<string, string>>, witnesses: readonly string[] }}
 */
export function readChecklist({ network, pending, inForce }) {
  const request = pending.find(({ kind }) => kind === 'policy');
  const said = request === undefined ? inForce : JSON.parse(request.statement);
  if (said === undefined) return { fields: { network }, witnesses: [] };
  const policy = JSON.parse(said.policy);
  const limits = limitAssets.flatMap((id) => {
    const { perOrder, perDay } = policy.limits[id];
    return [
      [`${id}-order`, whole(perOrder, decimals[id])],
      [`${id}-day`, whole(perDay, decimals[id])],
    ];
  });
  const fee = whole(policy.feeLimitMaxSun, 6);
  return {
    fields: { network, ...Object.fromEntries(limits), fee, cold: policy.coldAddress ?? 'none' },
    witnesses: said.witnesses ?? [],
  };
}

/**
 * An amount in whole coins, without rounding.
 * @param {string} digits
 * @param {number} places
 */
function whole(digits, places) {
  const padded = digits.padStart(places + 1, '0');
  const fraction = padded.slice(-places).replace(/0+$/, '');
  return `${padded.slice(0, -places)}${fraction === '' ? '' : `.${fraction}`}`;
}

/** @param {unknown} value */
function showValue(value) {
  return Array.isArray(value) && value.every((one) => typeof one === 'string')
    ? value.join(', ') || 'none'
    : JSON.stringify(value);
}
