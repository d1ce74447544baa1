import { Trans as LinguiTrans } from '@lingui/react';
import type { ComponentProps } from 'react';

/**
 * Stands in for Lingui's own wherever a text is written as JSX (`runtimeConfigModule` of its settings). Lingui looks for the
 * elements of a translation after the values are in it, so a name such as `<0>` would be taken for one: a value with a `<`
 * in it goes in as an element, of which nothing is read.
 *
 * @public Imported by the compiled texts.
 */
export function Trans({ values, ...props }: ComponentProps<typeof LinguiTrans>) {
  return values === undefined ? <LinguiTrans {...props} /> : <LinguiTrans {...props} values={guard(values)} />;
}

function guard(values: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' && value.includes('<') ? <>{value}</> : value,
    ]),
  );
}
