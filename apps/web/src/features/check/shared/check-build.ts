import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';

/** What comparing the files of this device with the list of the build that is served comes to. */
export type BuildFinding =
  /** All `files` are in the list as they are here. */
  | { readonly state: 'right'; readonly fingerprint: string; readonly files: number }
  /** The list is of a newer build than the one that runs here. */
  | { readonly state: 'newer' }
  /** `file` is not in the list, or another one there. */
  | { readonly state: 'wrong'; readonly file: string };

/** Files by their path, without the slash at its beginning. */
type Loaded = ReadonlyMap<string, Uint8Array>;

/**
 * Compares the files that this device runs with the list of the build (`build.txt`: a SHA-256, a space and a path in each line).
 * The fingerprint is the SHA-256 of the list. `entry` is the file that the running app began with. Pure.
 * @throws SyntaxError where the list is none
 */
export function checkBuild(list: Uint8Array, loaded: Loaded, entry: string): BuildFinding {
  const listed = readBuildList(new TextDecoder().decode(list));
  if (!listed.has(entry)) return { state: 'newer' };
  for (const [file, bytes] of loaded)
    if (listed.get(file) !== bytesToHex(sha256(bytes))) return { state: 'wrong', file };
  return { state: 'right', fingerprint: bytesToHex(sha256(list)), files: loaded.size };
}

function readBuildList(text: string): ReadonlyMap<string, string> {
  const listed = new Map<string, string>();
  for (const line of text.split('\n').slice(0, -1)) {
    const [, hash, path] = /^([0-9a-f]{64}) (\S+)$/.exec(line) ?? [];
    if (hash === undefined || path === undefined) throw new SyntaxError('a line of the list of the build has no hash');
    listed.set(path, hash);
  }
  return listed;
}
