import { getAccount, getAccountById, getAccountNet, getAccountResource, validateAddress } from './accounts.ts';
import {
  getAssetIssueByAccount,
  getAssetIssueById,
  getAssetIssueByName,
  getAssetIssueList,
  getAssetIssueListByName,
  getPaginatedAssetIssueList,
} from './assets.ts';
import { getAccountBalance, getBlockBalance, getBurntTrx } from './balances.ts';
import {
  getBlock,
  getBlockById,
  getBlockByLatestNum,
  getBlockByLimitNext,
  getBlockByNum,
  getNowBlock,
  getTransactionCountByBlockNum,
  getTransactionInfoByBlockNum,
} from './blocks.ts';
import { broadcastHex, broadcastTransaction } from './broadcast.ts';
import {
  accountPermissionUpdate,
  cancelAllUnfreezeV2,
  clearAbi,
  committeeBuilders,
  createAccount,
  createAssetIssue,
  createCommonTransaction,
  createTransaction,
  delegateResource,
  freezeBalanceV2,
  setAccountId,
  transferAsset,
  unDelegateResource,
  unfreezeBalanceV2,
  updateAccount,
  updateEnergyLimit,
  updateSetting,
  withdrawExpireUnfreeze,
} from './build-transaction.ts';
import {
  getBrokerage,
  getNextMaintenanceTime,
  getPaginatedNowWitnessList,
  getPaginatedProposalList,
  getProposalById,
  getReward,
  listProposals,
  listWitnesses,
} from './committee.ts';
import {
  deployContract,
  estimateEnergyNeed,
  getContract,
  getContractInfo,
  triggerConstantContract,
  triggerSmartContract,
} from './contracts.ts';
import { getExchangeById, getPaginatedExchangeList, listExchanges } from './exchanges.ts';
import type { Handler, View } from './handler.ts';
import { marketBuilders, marketReads } from './market-orders.ts';
import {
  getBandwidthPrices,
  getChainParameters,
  getEnergyPrices,
  getMemoFee,
  getNodeInfo,
  listNodes,
} from './node-info.ts';
import { getApprovedList, getSignWeight } from './sign-weight.ts';
import {
  getAvailableUnfreezeCount,
  getCanDelegatedMaxSize,
  getCanWithdrawUnfreezeAmount,
  getDelegatedResource,
  getDelegatedResourceAccountIndex,
  getDelegatedResourceAccountIndexV2,
  getDelegatedResourceV2,
} from './stakes.ts';
import {
  getPendingSize,
  getTransactionById,
  getTransactionFromPending,
  getTransactionInfoById,
  getTransactionListFromPending,
  getTransactionReceiptById,
  totalTransaction,
} from './transactions.ts';

/** Endpoints served under both `/wallet` and `/walletsolidity`. */
const shared: Readonly<Record<string, Handler>> = {
  ...marketReads,
  getnowblock: getNowBlock,
  getblock: getBlock,
  getblockbynum: getBlockByNum,
  getblockbyid: getBlockById,
  getblockbylimitnext: getBlockByLimitNext,
  getblockbylatestnum: getBlockByLatestNum,
  gettransactionbyid: getTransactionById,
  gettransactioninfobyid: getTransactionInfoById,
  gettransactioninfobyblocknum: getTransactionInfoByBlockNum,
  gettransactioncountbyblocknum: getTransactionCountByBlockNum,
  getaccount: getAccount,
  getaccountbyid: getAccountById,
  triggerconstantcontract: triggerConstantContract,
  estimateenergy: estimateEnergyNeed,
  getenergyprices: getEnergyPrices,
  getbandwidthprices: getBandwidthPrices,
  getnodeinfo: getNodeInfo,
  getassetissuebyid: getAssetIssueById,
  getassetissuebyname: getAssetIssueByName,
  getassetissuelist: getAssetIssueList,
  getassetissuelistbyname: getAssetIssueListByName,
  getpaginatedassetissuelist: getPaginatedAssetIssueList,
  getburntrx: getBurntTrx,
  getdelegatedresource: getDelegatedResource,
  getdelegatedresourceaccountindex: getDelegatedResourceAccountIndex,
  getdelegatedresourcev2: getDelegatedResourceV2,
  getdelegatedresourceaccountindexv2: getDelegatedResourceAccountIndexV2,
  getcandelegatedmaxsize: getCanDelegatedMaxSize,
  getavailableunfreezecount: getAvailableUnfreezeCount,
  getcanwithdrawunfreezeamount: getCanWithdrawUnfreezeAmount,
  listwitnesses: listWitnesses,
  getpaginatednowwitnesslist: getPaginatedNowWitnessList,
  listexchanges: listExchanges,
  getexchangebyid: getExchangeById,
  // Spelled with capitals, unlike all others.
  getReward,
  getBrokerage,
};

const headOnly: Readonly<Record<string, Handler>> = {
  ...committeeBuilders,
  ...marketBuilders,
  getnextmaintenancetime: getNextMaintenanceTime,
  getpaginatedexchangelist: getPaginatedExchangeList,
  listproposals: listProposals,
  getpaginatedproposallist: getPaginatedProposalList,
  getproposalbyid: getProposalById,
  getaccountbalance: getAccountBalance,
  getblockbalance: getBlockBalance,
  getaccountresource: getAccountResource,
  getaccountnet: getAccountNet,
  getchainparameters: getChainParameters,
  getmemofee: getMemoFee,
  gettransactionreceiptbyid: getTransactionReceiptById,
  totaltransaction: totalTransaction,
  gettransactionfrompending: getTransactionFromPending,
  gettransactionlistfrompending: getTransactionListFromPending,
  getpendingsize: getPendingSize,
  listnodes: listNodes,
  validateaddress: validateAddress,
  createtransaction: createTransaction,
  // The capitals are the node's.
  createCommonTransaction,
  createaccount: createAccount,
  accountpermissionupdate: accountPermissionUpdate,
  transferasset: transferAsset,
  createassetissue: createAssetIssue,
  getassetissuebyaccount: getAssetIssueByAccount,
  freezebalancev2: freezeBalanceV2,
  unfreezebalancev2: unfreezeBalanceV2,
  withdrawexpireunfreeze: withdrawExpireUnfreeze,
  cancelallunfreezev2: cancelAllUnfreezeV2,
  delegateresource: delegateResource,
  undelegateresource: unDelegateResource,
  updateaccount: updateAccount,
  setaccountid: setAccountId,
  clearabi: clearAbi,
  updatesetting: updateSetting,
  updateenergylimit: updateEnergyLimit,
  deploycontract: deployContract,
  triggersmartcontract: triggerSmartContract,
  getcontract: getContract,
  getcontractinfo: getContractInfo,
  getsignweight: getSignWeight,
  getapprovedlist: getApprovedList,
  broadcasttransaction: broadcastTransaction,
  broadcasthex: broadcastHex,
};

/** Nodes write the answers of these without Tron's messages, and do not know `int64_as_string` there. */
const plainAnswers: ReadonlySet<string> = new Set(['getnodeinfo', 'getnowblock']);

export type Endpoint = {
  readonly handler: Handler;
  readonly view: View;
  /** Whether a GET may ask for 64-bit integers as texts. */
  readonly knowsInt64AsText: boolean;
};

/** Every endpoint of Tron's HTTP API that this chain has, by path. */
export const walletTable: ReadonlyMap<string, Endpoint> = new Map([
  ...endpoints('/wallet', { ...shared, ...headOnly }, 'head'),
  ...endpoints('/walletsolidity', shared, 'solid'),
  // Second names of two endpoints.
  ...endpoints('/net', { listnodes: listNodes }, 'head'),
  ...endpoints('/monitor', { getnodeinfo: getNodeInfo }, 'head'),
]);

function endpoints(root: string, handlers: Readonly<Record<string, Handler>>, view: View): [string, Endpoint][] {
  return Object.entries(handlers).map(([name, handler]) => [
    `${root}/${name}`,
    { handler, view, knowsInt64AsText: !plainAnswers.has(name) },
  ]);
}
