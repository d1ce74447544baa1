import type { ActionView } from '@tern/contracts/routes/console-log';

/** The details of a row, whatever stands in them; none where they cannot be read. */
export function readDetails({ details }: Pick<ActionView, 'details'>): Readonly<Record<string, unknown>> {
  try {
    const read: unknown = JSON.parse(details);
    return typeof read === 'object' && read !== null ? { ...read } : {};
  } catch {
    return {};
  }
}

/** One of them as text; empty where there is none. */
export function textOf(details: Readonly<Record<string, unknown>>, name: string): string {
  const value = details[name];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
