import type { Pool } from 'pg'
import type { Logger } from 'pino'
import type { Listener } from './database/listener.ts'
import type { Bans } from './http/bans.ts'
import type { EndedSessions } from './http/ended-sessions.ts'
import type { Keys } from './http/keys.ts'
import type { ProjectConfig } from './project-config.ts'
import type { S3Settings } from './s3-settings.ts'

/** What every prefix is given. Nothing in it holds state of a request. */
export type Context = {
  project: ProjectConfig
  /** The folder that holds `supabase/`. */
  projectDir: string
  /** Where callers reach this server, without a slash at the end. */
  publicUrl: string
  /** Superuser URL, for what needs a connection of its own. */
  databaseUrl: string
  keys: Keys
  /** Who may not come in although their token is good; `keys` refuses them. */
  bans: Bans
  /** Which sessions are over although their tokens are good; `keys` refuses these, too. */
  endedSessions: EndedSessions
  /** As role `authenticator`: requests that act for a caller, through database/session.ts. */
  requests: Pool
  /** As the owner: the services' own tables. Never for a caller's statement. */
  admin: Pool
  listener: Listener
  storage: {
    /** Where files lie, or with an S3 service what is on its way. */
    directory: string
    s3?: S3Settings | undefined
    /** Bytes that uploads leave free on the directory's disk. */
    leastFree: number
    /** What is free there; the system's own word unless a test says. */
    freeBytes?: (directory: string) => Promise<number>
  }
  /** Requests a minute of one address and of one member to `/rest/v1`; nought is without limit. */
  requestLimits: { perAddress: number; perMember: number }
  log: Logger
  now(): Date
  random(bytes: number): Buffer
  /** Reaches other people's servers; the runtime's own unless a test stands in for them. */
  fetch?: typeof fetch
  /** Waits so many milliseconds; the runtime's timer unless a test passes over it. */
  pause?: (milliseconds: number) => Promise<void>
}
