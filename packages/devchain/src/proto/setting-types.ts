type OfContract = { readonly owner_address: Uint8Array; readonly contract_address: Uint8Array };

/** Contracts that label an account or change what a deployed contract says of itself. */
export type SettingMessages = {
  AccountUpdateContract: { readonly account_name: Uint8Array; readonly owner_address: Uint8Array };
  SetAccountIdContract: { readonly account_id: Uint8Array; readonly owner_address: Uint8Array };
  ClearABIContract: OfContract;
  UpdateSettingContract: OfContract & { readonly consume_user_resource_percent: bigint };
  UpdateEnergyLimitContract: OfContract & { readonly origin_energy_limit: bigint };
};
