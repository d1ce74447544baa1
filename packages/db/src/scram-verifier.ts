import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';

const iterations = 4096;

/**
 * What PostgreSQL stores of a password (SCRAM-SHA-256, RFC 5803). A server that is given this instead of the password never
 * sees the password, and can have it in no log. `salt` is 16 bytes.
 */
export function scramVerifier(password: string, salt: Buffer = randomBytes(16)): string {
  // As drivers prepare it (SASLprep): it is ASCII unless somebody chose another.
  const salted = pbkdf2Sync(password.normalize('NFKC'), salt, iterations, 32, 'sha256');
  const sign = (text: string): Buffer => createHmac('sha256', salted).update(text).digest();
  const storedKey = createHash('sha256').update(sign('Client Key')).digest();
  const encoded = [salt, storedKey, sign('Server Key')].map((bytes) => bytes.toString('base64'));
  return `SCRAM-SHA-256$${iterations}:${encoded[0]}$${encoded[1]}:${encoded[2]}`;
}
