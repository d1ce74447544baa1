import type { SignerRole } from '@tern/config/signer-roles';
import { signerCommands } from '@tern/tron/signer-protocol';

/**
 * What each role may ask over the network. Whoever reaches the unix socket is on the signer's machine as its user, and has all
 * commands; `writeCopy` is of use there alone.
 */
const roleCommands: Readonly<Record<SignerRole, readonly string[]>> = {
  worker: [
    signerCommands.getHealth,
    signerCommands.getHotAddress,
    signerCommands.getAccounts,
    signerCommands.listAddresses,
    signerCommands.verifyAddresses,
    signerCommands.signOrder,
    signerCommands.signTreasuryOrder,
    signerCommands.signMessage,
    signerCommands.signReserves,
    signerCommands.close,
    signerCommands.witness,
    signerCommands.recall,
    signerCommands.importOrders,
    signerCommands.readBack,
  ],
  operator: [
    signerCommands.getHealth,
    signerCommands.getHotAddress,
    signerCommands.getAccounts,
    signerCommands.listApprovals,
    signerCommands.approve,
    signerCommands.takeOver,
  ],
  signer: [signerCommands.replicate],
};

/** Whether a role has this command. */
export function mayAsk(role: SignerRole, path: string): boolean {
  return roleCommands[role].includes(path);
}
