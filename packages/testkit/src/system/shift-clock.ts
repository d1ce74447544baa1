/**
 * Loaded into a process before its own code (`node --import`): its clock then runs ahead of the machine's by the
 * milliseconds in the file that TESTKIT_CLOCK_FILE names, read at every look. Tests turn it instead of waiting for an
 * authenticator's next step or a code's end.
 */
import { readFileSync } from 'node:fs';

const file = process.env['TESTKIT_CLOCK_FILE'];
if (file === undefined) throw new Error('TESTKIT_CLOCK_FILE is not set');
const RealDate = Date;
const nowMs = (): number => RealDate.now() + Number(readFileSync(file, 'utf8'));

globalThis.Date = new Proxy(RealDate, {
  construct: (target, args: unknown[], newTarget) =>
    Reflect.construct(target, args.length === 0 ? [nowMs()] : args, newTarget) as Date,
  get: (target, key, receiver) => (key === 'now' ? nowMs : (Reflect.get(target, key, receiver) as unknown)),
});
