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
import { exchangeCreate } from './exchange-create.ts';
import { exchangeInject } from './exchange-inject.ts';
import { exchangeTransaction } from './exchange-transaction.ts';
import { exchangeWithdraw } from './exchange-withdraw.ts';
import { freezeBalanceV2 } from './freeze-balance-v2.ts';
import { freezeBalance } from './freeze-balance.ts';
import { participateAssetIssue } from './participate-asset-issue.ts';
import { proposalApprove } from './proposal-approve.ts';
import { proposalCreate } from './proposal-create.ts';
import { proposalDelete } from './proposal-delete.ts';
import { setAccountId } from './set-account-id.ts';
import { transferAsset } from './transfer-asset.ts';
import { transfer } from './transfer.ts';
import { triggerSmartContract } from './trigger-smart-contract.ts';
import { unDelegateResource } from './un-delegate-resource.ts';
import { unfreezeAsset } from './unfreeze-asset.ts';
import { unfreezeBalanceV2 } from './unfreeze-balance-v2.ts';
import { unfreezeBalance } from './unfreeze-balance.ts';
import { updateAsset } from './update-asset.ts';
import { updateBrokerage } from './update-brokerage.ts';
import { updateEnergyLimit } from './update-energy-limit.ts';
import { updateSetting } from './update-setting.ts';
import { voteWitness } from './vote-witness.ts';
import { withdrawBalance } from './withdraw-balance.ts';
import { withdrawExpireUnfreeze } from './withdraw-expire-unfreeze.ts';
import { witnessCreate } from './witness-create.ts';
import { witnessUpdate } from './witness-update.ts';

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
  ExchangeCreateContract: exchangeCreate,
  ExchangeInjectContract: exchangeInject,
  ExchangeTransactionContract: exchangeTransaction,
  ExchangeWithdrawContract: exchangeWithdraw,
  FreezeBalanceContract: freezeBalance,
  ParticipateAssetIssueContract: participateAssetIssue,
  ProposalApproveContract: proposalApprove,
  ProposalCreateContract: proposalCreate,
  ProposalDeleteContract: proposalDelete,
  UnfreezeAssetContract: unfreezeAsset,
  UnfreezeBalanceContract: unfreezeBalance,
  UpdateAssetContract: updateAsset,
  UpdateBrokerageContract: updateBrokerage,
  VoteWitnessContract: voteWitness,
  WithdrawBalanceContract: withdrawBalance,
  WitnessCreateContract: witnessCreate,
  WitnessUpdateContract: witnessUpdate,
  AccountUpdateContract: accountUpdate,
  SetAccountIdContract: setAccountId,
  ClearABIContract: clearAbi,
  UpdateSettingContract: updateSetting,
  UpdateEnergyLimitContract: updateEnergyLimit,
};

/** Whether this chain knows the contract type. */
export function isContractType(name: string): name is ContractType {
  return Object.hasOwn(actuators, name);
}

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
