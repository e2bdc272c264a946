import {
  accessSync,
  constants,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const MEMORY = '/dev/shm'
/** What a run's databases and their log take, and as much again. */
const ENOUGH_BYTES = 2 * 2 ** 30
/** Says whose a directory is. */
const OWNER = 'process'

/**
 * A new directory for what a test run may lose: in memory where the machine has room, for a database is cloned by copying
 * a thousand small files; else on the disk, or on whichever of the two has more. What a killed run left is removed.
 */
export function scratchDirectory(prefix: string, parent = placeFor([MEMORY, tmpdir()])): string {
  for (const name of readdirSync(parent))
    if (name.startsWith(prefix) && isLeftBehind(join(parent, name)))
      rmSync(join(parent, name), { recursive: true, force: true })
  const directory = mkdtempSync(join(parent, prefix))
  writeFileSync(join(directory, OWNER), String(process.pid))
  return directory
}

/** Whether the process that made it has ended. One that says nothing of its own, or is another user's, is left alone. */
function isLeftBehind(directory: string): boolean {
  try {
    process.kill(Number(readFileSync(join(directory, OWNER), 'utf8')), 0)
    return false
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH'
  }
}

/** The first of some directories with `enough` bytes free, else the one with most. */
export function placeFor(
  places: readonly [string, ...string[]],
  free: (place: string) => number = bytesFree,
  enough = ENOUGH_BYTES,
): string {
  const roomy = places.find((place) => free(place) >= enough)
  return roomy ?? places.reduce((most, place) => (free(place) > free(most) ? place : most))
}

/** None where nothing may be written, or where it does not exist: only Linux has memory that is a directory. */
function bytesFree(place: string): number {
  try {
    accessSync(place, constants.W_OK)
    const { bavail, bsize } = statfsSync(place)
    return bavail * bsize
  } catch {
    return 0
  }
}
