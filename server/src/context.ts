import type { Pool } from 'pg'
import type { Logger } from 'pino'
import type { Listener } from './database/listener.ts'
import type { Bans } from './http/bans.ts'
import type { EndedSessions } from './http/ended-sessions.ts'
import type { Keys } from './http/keys.ts'
import type { ProjectConfig } from './project-config.ts'
import type { S3Settings } from './s3-settings.ts'

/** Passed to every service. Must not hold the state of a request. */
export type Context = {
  project: ProjectConfig
  /** The directory that contains `supabase/`. */
  projectDir: string
  /** The server's public URL, without a trailing slash. */
  publicUrl: string
  /** Superuser URL, for components with their own connection. */
  databaseUrl: string
  keys: Keys
  /** Banned users; `keys` refuses their valid tokens. */
  bans: Bans
  /** Ended sessions; `keys` refuses their valid tokens too. */
  endedSessions: EndedSessions
  /** Connections as role `authenticator`, for requests on behalf of a caller, through database/session.ts. */
  requests: Pool
  /** Connections as the owner, for the services' own tables. Never for a caller's statement. */
  admin: Pool
  listener: Listener
  storage: {
    /** Where files are stored or, with S3, where uploads are staged. */
    directory: string
    s3?: S3Settings | undefined
    /** Disk space that uploads must leave free, in bytes. */
    leastFree: number
    /** Free space there; tests replace the operating system's answer. */
    freeBytes?: (directory: string) => Promise<number>
  }
  /** Requests a minute to `/rest/v1`, per address and per member; zero means unlimited. */
  requestLimits: { perAddress: number; perMember: number }
  log: Logger
  now(): Date
  random(bytes: number): Buffer
  /** For requests to other servers; tests replace it. */
  fetch?: typeof fetch
  /** Waits some milliseconds; tests replace the timer. */
  pause?: (milliseconds: number) => Promise<void>
}
