export { renewSecrets, rotatedSecrets, type RotatedSecret } from './renew-secrets.ts';
