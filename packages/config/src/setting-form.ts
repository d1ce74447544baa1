import { allowed } from './judge-settings.ts';
import type { Setting } from './setting.ts';

/** No list repeats a part, a space is no value of any setting, and no list has such parts. */
const refused = ['a,a', ' ', 'a,b'];

/** What a setting accepts, in words: its schema says so when it refuses something. A list says it of itself and of each part. */
export function settingForm({ schema }: Setting<unknown>): string {
  const refusals = refused.flatMap((value) => {
    const read = schema.safeParse(value);
    return read.success ? [] : [allowed(read.error)];
  });
  return [...new Set(refusals)].join(', each ');
}
