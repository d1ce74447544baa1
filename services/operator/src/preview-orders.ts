import { parseAmount } from '@tern/money/parse-amount';
import { units } from '@tern/money/units';
import { describePermission } from '@tern/server/chain/signer/public';
import { permissionFeeSun } from '@tern/server/house/treasury/public';
import { getPermissions } from '@tern/tron/get-permissions';
import { getStakes } from '@tern/tron/get-stakes';
import { houseOperations } from '@tern/tron/house-operations';
import { NodeFault } from '@tern/tron/node-fault';
import { SignerRefusal, SignerUnavailable } from '@tern/tron/signer-fault';
import { renderAmount } from './operator-texts.ts';
import type { Answer, OperatorWorld } from './operator-world.ts';

const no = (text: string): Answer => ({ text, done: false });
const proposeIt = 'To do this, propose it under Treasury in the console. A second treasurer approves it.';

/** What unstaking TRX would do in the present state. */
export function previewUnstake(world: OperatorWorld, amountText: string): Promise<Answer> {
  return asking(async () => {
    const { assets, node, stakeSun } = world;
    const parsed = parseAmount(amountText, assets.trx.decimals);
    if (!('units' in parsed) || parsed.units === 0n) return no('Use: unstake AMOUNT');
    const amount = parsed.units;
    const say = (sun: bigint): string => renderAmount(units(sun), 'trx', assets);
    const { fee } = await world.openSigner().getAccounts();
    const { energySun, undelegatedEnergySun } = await getStakes(node, { view: 'solid', address: fee });
    if (amount > energySun) return no(`Only ${say(energySun)} are staked.`);
    if (energySun - amount < stakeSun)
      return no(
        `The worker keeps ${say(stakeSun)} staked and would stake the TRX again. Lower ENERGY_STAKE_TRX first.`,
      );
    const delegated =
      amount > undelegatedEnergySun
        ? ` Of these, ${say(amount - undelegatedEnergySun)} are delegated and must be undelegated first.`
        : '';
    return {
      text: `${say(amount)} will be unstaked. The chain releases them some days later.${delegated}\n${proposeIt}`,
      done: true,
    };
  });
}

/** What restricting an account to its owners changes. */
export function previewRestrict(world: OperatorWorld, account: string): Promise<Answer> {
  return asking(async () => {
    if (account !== 'hot' && account !== 'fee') return no('Use: restrict hot, or restrict fee');
    const { node, assets } = world;
    const { owners, ...accounts } = await world.openSigner().getAccounts();
    if (owners === undefined) return no('The signer knows no owners. Run "npm run signer -- set-owners" first.');
    const address = accounts[account];
    const now = await getPermissions(node, { view: 'solid', address });
    const preview = [
      `account     ${address} (${account})`,
      `owned now   by ${now === undefined ? `its own key alone` : describePermission(now.owner)}`,
      `then        by ${owners.threshold} of ${owners.addresses.join(', ')}`,
      `its key     signs contract types ${houseOperations[account].join(', ')} and nothing else`,
      `costs       ${renderAmount(permissionFeeSun, 'trx', assets)}`,
      'Only the owners can undo this. Before anybody approves it, have each owner show that they can sign.',
      proposeIt,
    ].join('\n');
    return { text: preview, done: true };
  });
}

/** What a node or the signer does not say is no fault of the command. */
async function asking(ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof NodeFault || error instanceof SignerUnavailable || error instanceof SignerRefusal)
      return no(`This cannot be shown now: ${error.message}`);
    throw error;
  }
}
