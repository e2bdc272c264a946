import type { Context } from '../context.ts'
import { type Scope, transaction } from '../database/session.ts'
import { Gate } from './gate.ts'
import { type Identity, Refusal } from './identity.ts'
import type { Extension, Hears } from './registry.ts'

/**
 * What an identity may do on a private topic: row-level security on realtime.messages decides, asked by trial in a
 * transaction that is always rolled back. Verdicts are the caller's to keep; nothing is remembered here.
 */
export type Applicant = { identity: Identity; headers: string; topic: string }

export class Authorization {
  readonly #context: Context
  readonly #gate: Gate

  constructor(context: Context, atOnce: number) {
    this.#context = context
    this.#gate = new Gate(atOnce)
  }

  /** A row of each extension is laid down by the owner; those the applicant sees it may hear. `gone` leaves the queue early. */
  read(applicant: Applicant, gone: () => boolean): Promise<Hears> {
    const { role } = applicant.identity.claims
    return this.#ask(gone, async () => {
      const owner = { ...scopeOf(applicant), role: 'supabase_realtime_admin' }
      const seen = await transaction(
        this.#context.admin,
        owner,
        async (query) => {
          const [at] = await query({ text: PROBE, values: [applicant.topic] })
          const [allowed] = await query({ text: BECOME, values: [role] })
          return allowed ? query({ text: SEEN, values: [applicant.topic, ...(at ?? [])] }) : []
        },
        'rollback',
      )
      const extensions = seen.map(([extension]) => extension)
      return { broadcast: extensions.includes('broadcast'), presence: extensions.includes('presence') }
    }).catch((error) => {
      if (isDenied(error)) return { broadcast: false, presence: false }
      throw trouble(error)
    })
  }

  /** Whether the applicant may insert a row of the extension. */
  write(applicant: Applicant, extension: Extension, gone: () => boolean): Promise<boolean> {
    return this.#ask(gone, async () => {
      await transaction(
        this.#context.requests,
        { ...scopeOf(applicant), role: applicant.identity.claims.role },
        (query) => query({ text: INSERT, values: [applicant.topic, extension] }),
        'rollback',
      )
      return true
    }).catch((error) => {
      if (isDenied(error)) return false
      throw trouble(error)
    })
  }

  async #ask<T>(gone: () => boolean, question: () => Promise<T>): Promise<T> {
    return this.#gate.pass(() => {
      if (gone()) throw new Refusal('ChannelClosed', 'The client went away')
      return question()
    })
  }
}

function scopeOf({ identity, headers, topic }: Applicant): Omit<Scope, 'role'> {
  return {
    claims: identity.claims,
    readOnly: false,
    settings: {
      'realtime.topic': topic,
      'request.jwt.claim.sub': identity.claims.sub ?? '',
      'request.jwt.claim.role': identity.claims.role,
      'request.headers': headers,
      statement_timeout: '5s',
    },
  }
}

const PROBE = `
  with probe as (
    insert into realtime.messages (topic, extension, private)
    values ($1, 'broadcast', true), ($1, 'presence', true) returning id, inserted_at
  )
  select min(inserted_at)::text, max(inserted_at)::text, array_agg(id)::text from probe`
/** Only the roles that a request of the REST interface could take. */
const BECOME = `select set_config('role', $1, true) where pg_has_role('authenticator', $1, 'member')`
const SEEN = `
  select extension from realtime.messages
  where topic = $1 and inserted_at between $2::timestamp and $3::timestamp and id = any ($4::uuid[])`
const INSERT = `insert into realtime.messages (topic, extension, private) values ($1, $2, true)`

const INSUFFICIENT_PRIVILEGE = '42501'
const UNDEFINED_OBJECT = '42704'
const INVALID_PARAMETER = '22023'
const QUERY_CANCELED = '57014'

function isDenied(error: unknown): boolean {
  const { code } = error as { code?: string }
  return code === INSUFFICIENT_PRIVILEGE || code === UNDEFINED_OBJECT || code === INVALID_PARAMETER
}

function trouble(error: unknown): unknown {
  return (error as { code?: string }).code === QUERY_CANCELED
    ? new Refusal('QueryCanceled', 'The authorisation of the channel took too long')
    : error
}
