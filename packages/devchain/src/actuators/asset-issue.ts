import { invalidContract } from '../chain/refusal.ts';
import { isAddress } from '../crypto/address.ts';
import { toHex, utf8Text } from '../crypto/bytes.ts';
import { decodeMessage } from '../proto/codec.ts';
import type { AssetIssueContract } from '../proto/types.ts';
import { addBalance, findAccount } from '../state/accounts.ts';
import { addAsset, findIssuedAsset, issueAsset, putFrozenSupply } from '../state/assets.ts';
import { getParameter } from '../state/parameters.ts';
import type { Workspace } from '../state/workspace.ts';
import type { Actuator } from './actuator.ts';
import { checkNetLimits, isDescription, isUrl } from './asset-rules.ts';

const nameBytesMax = 32;
const precisionMax = 6;
const frozenPartsMax = 10;
const frozenDaysMin = 1n;
const frozenDaysMax = 3_652n;
const dayMs = 24n * 60n * 60n * 1000n;

/** Makes a TRC-10 token, whose whole supply then is its issuer's. */
export const assetIssue: Actuator = (value) => {
  const message = decodeMessage('AssetIssueContract', value);
  return {
    owner: message.owner_address,
    createsAccount: () => false,
    run: async ({ state, block }) => {
      checkMessage(message, block.timestampMs);
      const ownerHex = toHex(message.owner_address);
      const feeSun = getParameter(state, 'getAssetIssueFee');
      checkIssuer(state, ownerHex, feeSun);

      const assetId = issueAsset(state, ownerHex, message);
      const frozen = message.frozen_supply.map(({ frozen_amount, frozen_days }) => ({
        amount: frozen_amount,
        expireMs: Number(message.start_time + frozen_days * dayMs),
      }));
      putFrozenSupply(state, ownerHex, frozen);
      addAsset(
        state,
        ownerHex,
        assetId,
        frozen.reduce((left, { amount }) => left - amount, message.total_supply),
      );
      addBalance(state, ownerHex, -feeSun);
      return { feeSun, contractResult: 'SUCCESS', assetId };
    },
  };
};

function checkMessage(message: AssetIssueContract, nowMs: number): void {
  const { name, abbr, precision, start_time, end_time } = message;
  if (!isAddress(message.owner_address)) throw invalidContract('Invalid ownerAddress');
  if (!isName(name)) throw invalidContract('Invalid assetName');
  if (utf8Text(name).toLowerCase() === 'trx') throw invalidContract("assetName can't be trx");
  if (precision < 0 || precision > precisionMax) throw invalidContract('precision cannot exceed 6');
  if (abbr.length > 0 && !isName(abbr)) throw invalidContract('Invalid abbreviation for token');
  if (!isUrl(message.url)) throw invalidContract('Invalid url');
  if (!isDescription(message.description)) throw invalidContract('Invalid description');
  if (start_time === 0n) throw invalidContract('Start time should be not empty');
  if (end_time === 0n) throw invalidContract('End time should be not empty');
  if (end_time <= start_time) throw invalidContract('End time should be greater than start time');
  if (start_time <= BigInt(nowMs)) throw invalidContract('Start time should be greater than HeadBlockTime');
  if (message.total_supply <= 0n) throw invalidContract('TotalSupply must greater than 0!');
  if (message.trx_num <= 0) throw invalidContract('TrxNum must greater than 0!');
  if (message.num <= 0) throw invalidContract('Num must greater than 0!');
  if (message.public_free_asset_net_usage !== 0n) throw invalidContract('PublicFreeAssetNetUsage must be 0!');
  if (message.frozen_supply.length > frozenPartsMax) throw invalidContract('Frozen supply list length is too long');
  checkNetLimits(message.free_asset_net_limit, message.public_free_asset_net_limit);
  checkFrozen(message);
}

function checkFrozen({ total_supply, frozen_supply }: AssetIssueContract): void {
  let left = total_supply;
  for (const { frozen_amount, frozen_days } of frozen_supply) {
    if (frozen_amount <= 0n) throw invalidContract('Frozen supply must be greater than 0!');
    if (frozen_amount > left) throw invalidContract('Frozen supply cannot exceed total supply');
    if (frozen_days < frozenDaysMin || frozen_days > frozenDaysMax) {
      throw invalidContract(
        `frozenDuration must be less than ${frozenDaysMax} days and more than ${frozenDaysMin} days`,
      );
    }
    left -= frozen_amount;
  }
}

function checkIssuer(state: Workspace, ownerHex: string, feeSun: bigint): void {
  const owner = findAccount(state, ownerHex);
  if (owner === undefined) throw invalidContract('Account not exists');
  if (findIssuedAsset(state, ownerHex) !== undefined) throw invalidContract('An account can only issue one asset');
  if (owner.balance < feeSun) throw invalidContract('No enough balance for fee!');
}

/** Printable ASCII without spaces. */
function isName(bytes: Uint8Array): boolean {
  return bytes.length > 0 && bytes.length <= nameBytesMax && bytes.every((byte) => byte > 0x20 && byte < 0x7f);
}
