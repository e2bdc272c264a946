import {
  accessSync,
  chmodSync,
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
/** Space for a run's databases and WAL, with a factor of two. */
const ENOUGH_BYTES = 2 * 2 ** 30
/** Holds the owner's process id. */
const OWNER = 'process'

/**
 * Creates a directory for a test run's disposable data: in memory where there is space, because cloning a database
 * copies a thousand small files; else on disk, or on whichever has more. Remains of killed runs are removed.
 * Other users can pass through it: as root, the cluster of a data directory in it is then in it too, not outside,
 * where nobody would remove it.
 */
export function scratchDirectory(prefix: string, parent = placeFor([MEMORY, tmpdir()])): string {
  for (const name of readdirSync(parent))
    if (name.startsWith(prefix) && isLeftBehind(join(parent, name)))
      rmSync(join(parent, name), { recursive: true, force: true })
  const directory = mkdtempSync(join(parent, prefix))
  writeFileSync(join(directory, OWNER), String(process.pid))
  chmodSync(directory, 0o711)
  return directory
}

/** Whether the creating process has ended. Directories without an owner file or of another user are left alone. */
function isLeftBehind(directory: string): boolean {
  try {
    process.kill(Number(readFileSync(join(directory, OWNER), 'utf8')), 0)
    return false
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH'
  }
}

/** The first directory with `enough` free bytes, else the one with most. */
export function placeFor(
  places: readonly [string, ...string[]],
  free: (place: string) => number = bytesFree,
  enough = ENOUGH_BYTES,
): string {
  const roomy = places.find((place) => free(place) >= enough)
  return roomy ?? places.reduce((most, place) => (free(place) > free(most) ? place : most))
}

/** Zero for a missing or read-only directory; memory file systems exist only on Linux. */
function bytesFree(place: string): number {
  try {
    accessSync(place, constants.W_OK)
    const { bavail, bsize } = statfsSync(place)
    return bavail * bsize
  } catch {
    return 0
  }
}
