export { addPasskey } from './add-passkey.ts';
export { beginPasskey } from './begin-passkey.ts';
export { listPasskeys } from './list-passkeys.ts';
export {
  type Passkey,
  countPasskeys,
  deletePasskeysSince,
  findPasskey,
  insertCeremony,
  notePasskeyUse,
  takeCeremony,
} from './passkey-store.ts';
export { newChallenge, relyingParty } from './passkey.ts';
export { removePasskey } from './remove-passkey.ts';
export { renamePasskey } from './rename-passkey.ts';
