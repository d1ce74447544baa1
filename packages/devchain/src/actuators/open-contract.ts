import { BroadcastRefusal, invalidContract } from '../chain/refusal.ts';
import type { ContractCall, ContractType } from '../proto/types.ts';
import { accountCreate } from './account-create.ts';
import { accountPermissionUpdate } from './account-permission-update.ts';
import { accountUpdate } from './account-update.ts';
import type { Actuator, OpenContract } from './actuator.ts';
import { assetIssue } from './asset-issue.ts';
import { cancelAllUnfreezeV2 } from './cancel-all-unfreeze-v2.ts';
import { clearAbi } from './clear-abi.ts';
import { createSmartContract } from './create-smart-contract.ts';
import { delegateResource } from './delegate-resource.ts';
import { freezeBalanceV2 } from './freeze-balance-v2.ts';
import { setAccountId } from './set-account-id.ts';
import { transferAsset } from './transfer-asset.ts';
import { transfer } from './transfer.ts';
import { triggerSmartContract } from './trigger-smart-contract.ts';
import { unDelegateResource } from './un-delegate-resource.ts';
import { unfreezeBalanceV2 } from './unfreeze-balance-v2.ts';
import { updateEnergyLimit } from './update-energy-limit.ts';
import { updateSetting } from './update-setting.ts';
import { withdrawExpireUnfreeze } from './withdraw-expire-unfreeze.ts';

const actuators: { readonly [Name in ContractType]: Actuator } = {
  AccountCreateContract: accountCreate,
  TransferContract: transfer,
  CreateSmartContract: createSmartContract,
  TriggerSmartContract: triggerSmartContract,
  TransferAssetContract: transferAsset,
  AssetIssueContract: assetIssue,
  AccountPermissionUpdateContract: accountPermissionUpdate,
  FreezeBalanceV2Contract: freezeBalanceV2,
  UnfreezeBalanceV2Contract: unfreezeBalanceV2,
  WithdrawExpireUnfreezeContract: withdrawExpireUnfreeze,
  CancelAllUnfreezeV2Contract: cancelAllUnfreezeV2,
  DelegateResourceContract: delegateResource,
  UnDelegateResourceContract: unDelegateResource,
  AccountUpdateContract: accountUpdate,
  SetAccountIdContract: setAccountId,
  ClearABIContract: clearAbi,
  UpdateSettingContract: updateSetting,
  UpdateEnergyLimitContract: updateEnergyLimit,
};

/** Decodes a contract whose type and type url agree. Refuses what this chain does not know and what cannot be decoded. */
export function openContract(contract: ContractCall): OpenContract {
  const name = contract.parameter.type_url.split('.').at(-1);
  if (name !== contract.type || !(name in actuators)) {
    throw invalidContract(`contract type ${contract.type} is not supported by this chain`);
  }
  try {
    return actuators[name as ContractType](contract.parameter.value);
  } catch (error) {
    if (error instanceof BroadcastRefusal) throw error;
    throw invalidContract('Protocol message could not be parsed');
  }
}
