import type { z } from 'zod';
import type { settings, SettingName } from './settings.ts';

type Settings = typeof settings;

type Capitalised<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Capitalize<Lowercase<Head>>}${Capitalised<Tail>}`
  : Capitalize<Lowercase<Name>>;

/** `WEB_PORT` → `webPort`. */
type Camel<Name extends string> = Uncapitalize<Capitalised<Name>>;

type ValueOf<Each> = Each extends { schema: infer Schema extends z.ZodType } ? z.output<Schema> : never;

/** The whole validated configuration: one camel-case field per setting; settings without a default may be `undefined`. */
export type Config = {
  readonly [Name in SettingName as Camel<Name>]: Settings[Name] extends { readonly fallback: string }
    ? ValueOf<Settings[Name]>
    : ValueOf<Settings[Name]> | undefined;
};
