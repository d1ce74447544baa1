export { getProfile } from './get-profile.ts';
export { deleteProfile, findAvatar } from './profile-store.ts';
export { saveAvatar, type SaveAvatarDeps } from './save-avatar.ts';
