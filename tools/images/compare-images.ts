import { createHash } from 'node:crypto';
import { lstatSync, readFileSync, readlinkSync } from 'node:fs';
import { relative } from 'node:path';
import { withFilesOf } from './describe-image.ts';
import type { Engine } from './engine.ts';
import { listEntries } from './list-entries.ts';

/** What a file is to whoever runs the image: kind, rights, owner and content. */
export type FileFacts = ReadonlyMap<string, string>;

/** The files in which two images differ, one sentence each; both are in the store of `engine`. */
export function compareImages(engine: Engine, built: string, given: string): readonly string[] {
  return compareFiles(withFilesOf(engine, built, readFacts), withFilesOf(engine, given, readFacts));
}

/** Pure. `built` is from these sources. */
export function compareFiles(built: FileFacts, given: FileFacts): readonly string[] {
  const paths = [...new Set([...built.keys(), ...given.keys()])].toSorted();
  return paths.flatMap((path) => {
    const [ours, theirs] = [built.get(path), given.get(path)];
    if (ours === theirs) return [];
    if (theirs === undefined) return [`${path} is not in the image`];
    if (ours === undefined) return [`${path} is in the image, and these sources do not make it`];
    return [`${path} is not what these sources make`];
  });
}

export function readFacts(folder: string): FileFacts {
  return new Map(
    listEntries(folder).map(({ path, entry }) => {
      const { mode, uid, gid } = lstatSync(path);
      const content = entry.isSymbolicLink()
        ? readlinkSync(path)
        : entry.isFile()
          ? createHash('sha256').update(readFileSync(path)).digest('hex')
          : '';
      return [`/${relative(folder, path)}`, `${mode} ${uid}:${gid} ${content}`] as const;
    }),
  );
}
