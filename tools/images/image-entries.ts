/** What is started in a container; `packages/installation` is what the commands in tools/launch stand on. */
export const imageEntries = [
  'services/api',
  'services/worker',
  'services/signer',
  'services/operator',
  'packages/installation',
] as const;
