import type { NodeReport } from '@tern/server/chain/nodes/public';
import type { FirstStepName, FirstSteps } from '@tern/server/house/first-steps/public';
import { renderUnicodeCompact } from 'uqr';
import type { Assets } from './operator-texts.ts';
import { renderSigned } from './treasury-texts.ts';

const stepTexts: Readonly<Record<FirstStepName, string>> = {
  'accounts-known': 'The worker has reached the signer',
  'hot-wallet-funded': 'The hot wallet holds its minimum of every asset',
  'fee-account-funded':
    'The fee account holds its minimum (the worker fills it with TRX of the house from the hot wallet)',
  'energy-staked': 'TRX is staked for energy (the worker does it)',
  'cold-address': 'The signer has the address of cold storage (npm run signer -- set-cold)',
  'accounts-restricted': 'The hot wallet and the fee account are restricted to their owners (Treasury in the console)',
  'prices-agreed': 'Enough sources agree on the prices of TRX and of the reward token (docs/prices.md)',
  'bonus-funded':
    'The activation bonus can be paid (Funds and pairs in the console), or is switched off (BONUS_AMOUNT=0)',
  'pool-funded': 'The reward pool has money (Funds and pairs in the console)',
};

const marks = { done: '✓', open: '·', 'not needed': '–' } as const;

type Said = Pick<NodeReport, 'node' | 'faults'>;

/**
 * The list of first steps, and below it the hot wallet, to be paid to, and the fee account, each with what it needs and has.
 * What a node lacks comes first: without it a step may stay open whatever is paid.
 */
export function renderFirstSteps({ steps, toFund }: FirstSteps, assets: Assets, nodes: readonly Said[]): string {
  const list = steps.map(
    ({ step, state }) =>
      `${marks[state]} ${stepTexts[step]}${state === 'not needed' ? ': the settings ask for none' : ''}`,
  );
  const addresses = [...new Set(toFund.map(({ address }) => address))].flatMap((address) => {
    const own = toFund.filter((each) => each.address === address);
    const rows = own.map(({ assetId, minimum, present }) => {
      const say = (amount: bigint): string => renderSigned(amount, assets[assetId]);
      const has = present === undefined ? 'not compared yet' : `has ${say(present.amount)}`;
      return `  ${assets[assetId].symbol}: ${has}, minimum ${say(minimum)}`;
    });
    return own[0]?.account === 'hot'
      ? ['', `Hot wallet: ${address}`, ...rows, renderUnicodeCompact(address)]
      : ['', `Fee account: ${address}`, '  The worker fills it from the hot wallet. Do not pay here.', ...rows];
  });
  const hint =
    toFund.length === 0
      ? []
      : ['', 'Pay to the hot wallet, from an address in TREASURY_SOURCES: money from any other waits in suspense.'];
  return [...renderFaults(nodes), ...list, ...hint, ...addresses].join('\n');
}

function renderFaults(nodes: readonly Said[]): readonly string[] {
  const lines = nodes.flatMap(({ node, faults }) => faults.map((fault) => `! Tron node ${node}: ${fault}`));
  return lines.length === 0
    ? []
    : [...lines, '  Restart the worker afterwards: it asks the nodes at its start and every hour.', ''];
}
