import type { Lock } from './find-installed.ts';

/** One part of an image, as CycloneDX 1.6 describes it. */
export type Component = {
  readonly type: 'application' | 'library' | 'platform';
  readonly 'bom-ref': string;
  readonly name: string;
  readonly version: string;
  readonly purl: string;
  readonly licenses?: readonly { readonly expression: string }[];
  readonly hashes?: readonly { readonly alg: string; readonly content: string }[];
};

/** As far as it is read again. */
export type Bill = { readonly components: readonly Component[] };

export type Subject = { readonly name: string; readonly version: string; readonly license: string };

/**
 * A bill of materials (CycloneDX 1.6, JSON) that is the same whenever the parts are the same: it has no time and no random
 * number.
 */
export function writeBill({ name, version, license }: Subject, components: readonly Component[]): string {
  const bill = {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      component: {
        type: 'application',
        'bom-ref': `${name}@${version}`,
        name,
        version,
        licenses: [{ expression: license }],
      },
    },
    components: components.toSorted((one, other) => (one['bom-ref'] < other['bom-ref'] ? -1 : 1)),
  };
  return `${JSON.stringify(bill, undefined, 2)}\n`;
}

/** A package of the lock. Its hash is that of the archive that npm compared before it unpacked it. */
export function describePackage({ packages }: Lock, folder: string, type: Component['type'] = 'library'): Component {
  const { version = '', license, integrity, name: alias } = packages[folder] ?? {};
  const name = alias ?? folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length);
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`;
  const sha512 = integrity?.split(' ').find((each) => each.startsWith('sha512-'));
  return {
    type,
    'bom-ref': `${purl}#${folder}`,
    name,
    version,
    purl,
    ...(license === undefined ? {} : { licenses: [{ expression: license }] }),
    ...(sha512 === undefined
      ? {}
      : {
          hashes: [{ alg: 'SHA-512', content: Buffer.from(sha512.slice('sha512-'.length), 'base64').toString('hex') }],
        }),
  };
}

/** The packages of Debian in a base: the text of `/var/lib/dpkg/status`, or of the files in `/var/lib/dpkg/status.d`. */
export function describeDebianPackages(status: string, distribution: string): readonly Component[] {
  return status.split(/\n\n+/).flatMap((entry) => {
    const field = (name: string): string | undefined => new RegExp(`^${name}: (.+)$`, 'm').exec(entry)?.[1];
    const [name, version, architecture] = [field('Package'), field('Version'), field('Architecture')];
    const state = field('Status');
    if (name === undefined || version === undefined || architecture === undefined) return [];
    if (state !== undefined && !state.endsWith(' installed')) return [];
    const purl = `pkg:deb/debian/${encodeURIComponent(name)}@${encodeURIComponent(version)}?arch=${architecture}&distro=${distribution}`;
    return [{ type: 'library' as const, 'bom-ref': purl, name, version, purl }];
  });
}
