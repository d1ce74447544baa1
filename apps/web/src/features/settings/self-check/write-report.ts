import type { CheckId, Finding } from './checks.ts';

/** What a person can send to whoever helps them: plain facts about this browser and the service, nothing about them. */
export function writeReport(about: {
  readonly version: string | undefined;
  readonly build: string | null;
  readonly findings: Partial<Record<CheckId, Finding>>;
}): string {
  const lines = Object.entries(about.findings).map(([id, { state, detail }]) => `${id}: ${state} (${detail})`);
  return [`version: ${about.version ?? 'not known'}`, `build: ${about.build ?? 'none'}`, ...lines].join('\n');
}
