import { chownSync, closeSync, fsyncSync, openSync, renameSync, writeSync } from 'node:fs'

/** Atomically writes a file that only its owner can read: a process that is killed midway leaves the old one. */
export function writePrivateFile(path: string, content: string, owner?: { uid: number; gid: number }): void {
  const draft = `${path}.${process.pid}`
  const file = openSync(draft, 'w', 0o600)
  try {
    writeSync(file, content)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  if (owner) chownSync(draft, owner.uid, owner.gid)
  renameSync(draft, path)
}
