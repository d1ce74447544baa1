import { parseAmount } from '@tern/money/parse-amount';
import { ratioFromDecimal, type Ratio } from '@tern/money/ratio';
import type { Units } from '@tern/money/units';
import { z } from 'zod';
import type { ProcessName } from './process-names.ts';
import { signerRoles, type SignerClient } from './signer-roles.ts';

/** One setting of an installation: a name in the environment, what it means, what it may be. */
export type Setting<Value> = {
  /** Reads the text of the environment; its error message says what is allowed. */
  readonly schema: z.ZodType<Value, string>;
  /** Text used where the environment has none. A setting without one is `undefined` unless given. */
  readonly fallback?: string;
  /** One or two sentences for the person who installs; part of `.env.example`. */
  readonly describe: string;
  readonly readBy: readonly ProcessName[];
  /** The production profile refuses to start on the development default. */
  readonly productionMustSet?: true;
};

/** Keeps the exact value type of one setting; a setting with a fallback is always present. */
export function setting<Value, const Rest extends Omit<Setting<Value>, 'schema'>>(
  schema: z.ZodType<Value, string>,
  rest: Rest,
): { readonly schema: z.ZodType<Value, string> } & Rest {
  return { schema, ...rest };
}

export function text(options: { minLength?: number; maxLength: number }): z.ZodType<string, string> {
  const { minLength = 1, maxLength } = options;
  return z
    .string()
    .refine(
      (value) => value.trim() === value && value.length >= minLength && value.length <= maxLength,
      `a text of ${minLength} to ${maxLength} characters without spaces around it`,
    );
}

export function integer(options: { from: number; to: number }): z.ZodType<number, string> {
  const { from, to } = options;
  return z
    .string()
    .refine(
      (value) => /^(0|[1-9]\d{0,14})$/.test(value) && Number(value) >= from && Number(value) <= to,
      `a whole number from ${from} to ${to}`,
    )
    .transform(Number);
}

export function port(): z.ZodType<number, string> {
  return integer({ from: 1, to: 65_535 });
}

export function choice<const Values extends readonly [string, ...string[]]>(
  values: Values,
): z.ZodType<Values[number], string> {
  return z.string().refine((value): value is Values[number] => values.includes(value), `one of ${values.join(', ')}`);
}

export function url(protocols: readonly [string, ...string[]]): z.ZodType<string, string> {
  return z
    .string()
    .refine(
      (value) => URL.canParse(value) && protocols.includes(new URL(value).protocol),
      `an address that starts with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
    );
}

/**
 * An address of PostgreSQL that names its machine where addresses name it, so that whoever reads it means the machine the driver
 * connects to: the driver would also take host and port from the query, and decode the host. `?host=/folder` is a socket.
 */
export function databaseUrl(): z.ZodType<string, string> {
  return url(['postgres:', 'postgresql:']).refine((value) => {
    if (!URL.canParse(value)) return false;
    const { hostname, searchParams } = new URL(value);
    const hosts = searchParams.getAll('host');
    const isSocket = hostname === '' && hosts.length === 1 && hosts[0]?.startsWith('/') === true;
    return !hostname.includes('%') && !searchParams.has('port') && (hosts.length === 0 || isSocket);
  }, 'host and port stand before the name of the database and not in the query, and the host has no %-codes; ?host=/folder names the folder of a socket');
}

/** A comma-separated list without repeats; each part is read by `part`. The word `none` is the empty list where that is allowed. */
export function list<Value>(
  part: z.ZodType<Value, string>,
  options: { minLength: number; maxLength: number },
): z.ZodType<readonly Value[], string> {
  return z
    .string()
    .transform((value) => (value === 'none' ? [] : value.split(',').map((item) => item.trim())))
    .refine(
      (items) =>
        items.length >= options.minLength && items.length <= options.maxLength && new Set(items).size === items.length,
      `${options.minLength === 0 ? 'none, or up to' : `${options.minLength} to`} ${options.maxLength} different parts with commas between`,
    )
    .pipe(z.array(part));
}

/** One to three names of HTTP headers with commas between; one may stand twice. */
export function headerNames(): z.ZodType<readonly string[], string> {
  return z
    .string()
    .regex(/^[A-Za-z0-9-]{1,64}(\s*,\s*[A-Za-z0-9-]{1,64}){0,2}$/, '1 to 3 names of HTTP headers with commas between')
    .transform((value) => value.split(',').map((name) => name.trim()));
}

/** An amount as a person writes it (`12.5`), read into base units of an asset with `decimals`. */
export function amount(decimals: number): z.ZodType<Units, string> {
  return z.string().transform((value, context) => {
    const parsed = parseAmount(value, decimals);
    if ('units' in parsed) return parsed.units;
    context.addIssue(`an amount such as 12.5, with at most ${decimals} decimals`);
    return z.NEVER;
  });
}

/** A price or share as a plain decimal above zero, exact. */
export function positiveRatio(): z.ZodType<Ratio, string> {
  return z
    .string()
    .refine(
      (value) => /^(0|[1-9]\d{0,29})(\.\d{1,18})?$/.test(value) && !/^[0.]*$/.test(value),
      'a decimal above zero such as 0.25',
    )
    .transform(ratioFromDecimal);
}

/** A machine and a port of it. An address of IPv6 stands in brackets. */
export type HostAndPort = { readonly host: string; readonly port: number };

/** Says `host:port` in two parts. */
export function hostAndPort(): z.ZodType<HostAndPort, string> {
  return z.string().transform((value, context) => {
    const [, host, port] = /^(\[[0-9A-Fa-f:.]{2,45}\]|[A-Za-z0-9.-]{1,253}):([1-9]\d{0,4})$/.exec(value) ?? [];
    if (host !== undefined && Number(port) <= 65_535)
      return { host: host.replace(/^\[(.*)\]$/, '$1'), port: Number(port) };
    context.addIssue('a host, a colon and a port, such as 10.0.0.7:4340');
    return z.NEVER;
  });
}

/** SHA-256 of the public key of a certificate. */
export function pin(): z.ZodType<string, string> {
  return z.string().regex(/^[\w-]{43}$/, 'the pin of a certificate: 43 letters, digits, hyphens and underscores');
}

/** Says `role:pin` in two parts. */
export function signerClient(): z.ZodType<SignerClient, string> {
  return z.string().transform((value, context) => {
    const [, name, given = ''] = /^([a-z]+):([\w-]{43})$/.exec(value) ?? [];
    const role = signerRoles.find((each) => each === name);
    if (role !== undefined) return { role, pin: given };
    context.addIssue(`one of ${signerRoles.join(', ')}, a colon, and the pin of a certificate (43 characters)`);
    return z.NEVER;
  });
}

/** A Tron address in its base58 form; the checksum is verified where the address is used. */
export function tronAddress(): z.ZodType<string, string> {
  return z.string().regex(/^T[1-9A-HJ-NP-Za-km-z]{33}$/, 'a Tron address: T and 33 more characters');
}
