export type LockedPackages = {
  readonly packages: Readonly<Record<string, { readonly version?: string; readonly optional?: boolean }>>;
};

export function isInstalled(lock: LockedPackages, installed: LockedPackages | undefined): boolean;

export function runUnderNode24(entry: string, args?: readonly string[]): Promise<void>;

export function runtimePackageFor(platform: string, arch: string): string | undefined;
