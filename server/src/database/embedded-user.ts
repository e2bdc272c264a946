import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, chownSync, mkdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import type { Logger } from 'pino'

/**
 * PostgreSQL refuses to run as root. As root, the cluster therefore belongs to the system user `postgres`, in a
 * directory that this user can reach even when the checkout is not accessible (`/root/…`).
 */
export type Runner = {
  /** The cluster's data directory. */
  dataDir: string
  /** The user that PostgreSQL runs as; undefined for this process's own user. */
  identity: Identity | undefined
}

type Identity = { uid: number; gid: number }

const run = promisify(execFile)

/** Determines the user and directory for `dataDir`. Creates the directory and, as root, a missing user `postgres`. */
export async function runnerFor(dataDir: string, log: Logger): Promise<Runner> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  if (process.getuid?.() !== 0) return { dataDir, identity: undefined }
  const identity = (await lookUp('postgres')) ?? (await createUser('postgres', log))
  // Execute without read: the other files of the data directory remain private.
  chmodSync(dataDir, 0o711)
  const inside = canEnter(dataDir, identity)
  const place = inside
    ? join(dataDir, 'database')
    : join('/var/lib/postgresql', `embedded-${fingerprint(dataDir)}`)
  mkdirSync(place, { recursive: true, mode: 0o755 })
  chmodSync(place, 0o700)
  chownSync(place, identity.uid, identity.gid)
  if (!inside)
    log.debug(
      { place },
      'the user postgres cannot access the data directory: using another directory for the cluster',
    )
  return { dataDir: place, identity }
}

/** Whether a user can traverse `path` and all directories above it. */
export function canEnter(path: string, { uid, gid }: Identity): boolean {
  for (let place = path; ; place = dirname(place)) {
    const { mode, uid: owner, gid: group } = statSync(place)
    const pass = owner === uid ? 0o100 : group === gid ? 0o010 : 0o001
    if ((mode & pass) === 0) return false
    if (place === dirname(place)) return true
  }
}

async function lookUp(name: string): Promise<Identity | undefined> {
  try {
    const answers = await Promise.all([run('id', ['-u', name]), run('id', ['-g', name])])
    const [uid, gid] = answers.map((answer) => Number(answer.stdout.trim()))
    return { uid: uid as number, gid: gid as number }
  } catch {
    return undefined
  }
}

async function createUser(name: string, log: Logger): Promise<Identity> {
  log.info({ name }, 'creating the system user for PostgreSQL')
  const options = [
    '--system',
    '--user-group',
    '--home-dir',
    '/var/lib/postgresql',
    '--shell',
    '/usr/sbin/nologin',
  ]
  await run('useradd', [...options, name])
  const made = await lookUp(name)
  if (!made)
    throw new Error(`The system user ${name} could not be created, and PostgreSQL does not run as root.`)
  return made
}

const fingerprint = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 12)
