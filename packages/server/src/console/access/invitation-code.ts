import { createHash, randomInt } from 'node:crypto';

// Without the letters and digits that look alike.
const alphabet = 'ABCDEFGHJKMNPQRSTVWXYZ23456789';
const groups = 4;
const groupLength = 4;

/** A code to be read out and typed: about 78 random bits, in groups, such as `K7QT-9MBD-2XFA-RW5H`. */
export function newInvitationCode(): string {
  const letters = Array.from({ length: groups * groupLength }, () => alphabet[randomInt(alphabet.length)] ?? '').join(
    '',
  );
  return Array.from({ length: groups }, (_, group) =>
    letters.slice(group * groupLength, (group + 1) * groupLength),
  ).join('-');
}

/** A code in its one form, however it is typed. */
export function readInvitationCode(typed: string): string {
  return typed.toUpperCase().replace(/[^A-Z0-9]/g, '');
}

/** What the database keeps of a code. Fast is enough: nobody guesses 78 bits in a day. */
export function hashInvitationCode(code: string): Buffer {
  return createHash('sha256').update(readInvitationCode(code)).digest();
}
