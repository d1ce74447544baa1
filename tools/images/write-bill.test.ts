import { expect, test } from 'vitest';
import { describeDebianPackages, describePackage, writeBill } from './write-bill.ts';

// Goal: a bill of materials names each part as scanners know it, and is the same for the same parts.
const lock = {
  packages: {
    'node_modules/@scope/one': { version: '1.2.3', license: 'MIT', integrity: 'sha512-AQID' },
    'node_modules/a/node_modules/one': { version: '1.0.0' },
    'node_modules/alias': { name: 'real', version: '2.0.0' },
  },
};

test('a package has its address, its licence and the hash of its archive', () => {
  expect(describePackage(lock, 'node_modules/@scope/one')).toEqual({
    type: 'library',
    'bom-ref': 'pkg:npm/%40scope/one@1.2.3#node_modules/@scope/one',
    name: '@scope/one',
    version: '1.2.3',
    purl: 'pkg:npm/%40scope/one@1.2.3',
    licenses: [{ expression: 'MIT' }],
    hashes: [{ alg: 'SHA-512', content: '010203' }],
  });
  expect(describePackage(lock, 'node_modules/a/node_modules/one').purl).toBe('pkg:npm/one@1.0.0');
  expect(describePackage(lock, 'node_modules/alias').name).toBe('real');
});

test('of Debian’s, those that are installed are named', () => {
  const status = [
    'Package: libc6\nStatus: install ok installed\nArchitecture: amd64\nVersion: 2.41-12+deb13u5',
    'Package: gone\nStatus: deinstall ok config-files\nArchitecture: amd64\nVersion: 1',
    'Package: libstdc++6\nArchitecture: amd64\nVersion: 1:14',
  ].join('\n\n');
  expect(describeDebianPackages(status, 'debian-13').map(({ purl }) => purl)).toEqual([
    'pkg:deb/debian/libc6@2.41-12%2Bdeb13u5?arch=amd64&distro=debian-13',
    'pkg:deb/debian/libstdc%2B%2B6@1%3A14?arch=amd64&distro=debian-13',
  ]);
});

test('the order in which parts were found makes no difference', () => {
  const parts = ['node_modules/@scope/one', 'node_modules/alias'].map((folder) => describePackage(lock, folder));
  const subject = { name: 'wallet', version: '1.0.0', license: 'MIT' };
  expect(writeBill(subject, parts)).toBe(writeBill(subject, parts.toReversed()));
  expect(writeBill(subject, parts)).not.toMatch(/timestamp|serialNumber/);
});
