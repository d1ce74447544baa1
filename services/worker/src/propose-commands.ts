import type { OperatorId } from '@tern/base/ids';
import { parseAmount } from '@tern/money/parse-amount';
import { units } from '@tern/money/units';
import { describePermission } from '@tern/server/signer/public';
import { permissionFeeSun, proposeOrder, type Proposal } from '@tern/server/treasury/public';
import { getPermissions } from '@tern/tron/get-permissions';
import { getStakes } from '@tern/tron/get-stakes';
import { houseOperations } from '@tern/tron/house-operations';
import { NodeFault } from '@tern/tron/node-fault';
import { SignerRefusal, SignerUnavailable } from '@tern/tron/signer-fault';
import { renderAmount } from './operator-texts.ts';
import type { Answer, OperatorWorld } from './operator-world.ts';

type Authenticate = () => Promise<OperatorId>;

const no = (text: string): Answer => ({ text, done: false });

/** Proposes to take TRX out of the stake. */
export function unstake(world: OperatorWorld, amountText: string, authenticate: Authenticate): Promise<Answer> {
  return asking(async () => {
    const { assets, node, stakeSun } = world;
    const parsed = parseAmount(amountText, assets.trx.decimals);
    if (!('units' in parsed) || parsed.units === 0n) return no('It is unstake TRX.');
    const amount = parsed.units;
    const say = (sun: bigint): string => renderAmount(units(sun), 'trx', assets);
    const { fee } = await world.openSigner().getAccounts();
    const { energySun, unlentEnergySun } = await getStakes(node, { view: 'solid', address: fee });
    if (amount > energySun) return no(`Only ${say(energySun)} are staked.`);
    if (energySun - amount < stakeSun)
      return no(`The worker would stake it again: it keeps ${say(stakeSun)} staked. Lower ENERGY_STAKE_TRX first.`);
    const lent =
      amount > unlentEnergySun ? ` Of it ${say(amount - unlentEnergySun)} are lent and come back first.` : '';
    const answer = await propose(world, { kind: 'unstake', assetId: 'trx', amount }, authenticate);
    return {
      ...answer,
      text: `${say(amount)} come home days after the chain has taken them out.${lent}\n${answer.text}`,
    };
  });
}

/** Shows what restricting an account changes, and proposes it where somebody says who they are. */
export function restrict(world: OperatorWorld, account: string, authenticate?: Authenticate): Promise<Answer> {
  return asking(async () => {
    if (account !== 'hot' && account !== 'fee') return no('It is restrict hot, or restrict fee.');
    const { node, assets } = world;
    const { owners, ...accounts } = await world.openSigner().getAccounts();
    if (owners === undefined) return no('The signer knows no owners: "npm run signer -- set-owners" comes first.');
    const address = accounts[account];
    const now = await getPermissions(node, { view: 'solid', address });
    const preview = [
      `account     ${address} (${account})`,
      `owned now   by ${now === undefined ? `its own key alone` : describePermission(now.owner)}`,
      `then        by ${owners.threshold} of ${owners.addresses.join(', ')}`,
      `its key     signs contract types ${houseOperations[account].join(', ')} and nothing else`,
      `costs       ${renderAmount(permissionFeeSun, 'trx', assets)}`,
      'Only the owners can undo it. Have each of them show that they can sign before anybody approves.',
    ].join('\n');
    if (authenticate === undefined) return { text: preview, done: true };
    const content = { kind: 'restrict', assetId: 'trx', amount: permissionFeeSun, account } as const;
    const { text, done } = await propose(world, content, authenticate);
    return { text: `${preview}\n${text}`, done };
  });
}

async function propose({ db }: OperatorWorld, content: Proposal, authenticate: Authenticate): Promise<Answer> {
  const orderId = await proposeOrder(db, { content, operatorId: await authenticate() });
  return orderId === undefined
    ? no('One of its kind is open. See reserves.')
    : { text: `Proposed as ${orderId}. A second, different operator has to approve-order it.`, done: true };
}

/** What a node or the signer does not say is no fault of the command. */
async function asking(ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof NodeFault || error instanceof SignerUnavailable || error instanceof SignerRefusal)
      return no(`Nothing was proposed: ${error.message}`);
    throw error;
  }
}
