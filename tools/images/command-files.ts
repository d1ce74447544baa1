/** Of the scripts, what an image holds: each command that can run in a container, and every file that these import. */
export const commandFiles = [
  'tools/command-line/read-arguments.ts',
  'tools/launch/describe-installation.ts',
  'tools/launch/migrate.ts',
  'tools/launch/migrate-database.ts',
  'tools/launch/run-command.ts',
  'tools/launch/run-in-container.ts',
  'tools/launch/run-operator.ts',
  'tools/launch/run-process.ts',
  'tools/launch/run-service-command.ts',
] as const;
