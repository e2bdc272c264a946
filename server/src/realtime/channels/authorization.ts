import type { Context } from '../../context.ts'
import { type Row, type Scope, transaction, trial } from '../../database/session.ts'
import { Together, TRANSACTION_MS } from '../broadcasts/together.ts'
import { Gate } from '../gate.ts'
import type { Extension, Hears } from '../registry.ts'
import { type Identity, Refusal } from './identity.ts'

/**
 * Decides what an identity may do on a private topic: evaluates row-level security on realtime.messages in a
 * transaction that is always rolled back. Callers cache verdicts; this class does not. Thousands of clients may
 * reconnect at once, so waiting requests are evaluated in batches, each as its own caller.
 */
export type Applicant = { identity: Identity; headers: string; topic: string }

type Reader = {
  applicant: Applicant
  gone: () => boolean
  resolve: (hears: Hears) => void
  reject: (error: unknown) => void
}

/** How long a request waits for a batch while another transaction runs. */
const GATHER_MS = 15
/** Size of the first part of a batch, in case policies have become slow. */
const FEW = 4

export class Authorization {
  readonly #context: Context
  readonly #atOnce: number
  readonly #gate: Gate
  readonly #readers: Reader[] = []
  readonly #together = new Together(() => performance.now())
  #reading = 0
  #gathering: ReturnType<typeof setTimeout> | undefined

  constructor(context: Context, atOnce: number) {
    this.#context = context
    this.#atOnce = atOnce
    this.#gate = new Gate(atOnce)
  }

  /**
   * The owner inserts a row per extension; the applicant may receive the extensions whose rows are visible to them.
   * `gone` removes the request from the queue.
   */
  read(applicant: Applicant, gone: () => boolean): Promise<Hears> {
    return new Promise((resolve, reject) => {
      // PostgreSQL rejects unpaired surrogates, and one such topic would fail the whole batch.
      const wellFormed = { ...applicant, topic: applicant.topic.toWellFormed() }
      this.#readers.push({ applicant: wellFormed, gone, resolve, reject })
      this.#start()
    })
  }

  /**
   * The first request starts at once. While one runs, others start only as a full or due batch, so that a slow policy
   * does not delay the rest.
   */
  #start(waited = false): void {
    if (this.#reading >= this.#atOnce || this.#readers.length === 0) return
    if (this.#reading === 0 || this.#readers.length >= this.#together.most || waited) {
      this.#reading++
      void this.#gate
        .pass(() => this.#answer(this.#readers.splice(0, this.#together.most)))
        .finally(() => {
          this.#reading--
          this.#start()
        })
    } else
      this.#gathering ??= setTimeout(() => {
        this.#gathering = undefined
        this.#start(true)
      }, GATHER_MS)
  }

  /**
   * Never rejects: each of `readers` is answered, or queued again when earlier ones took too long. After an error, the
   * batch is split in halves until the error is isolated to its own request.
   */
  async #answer(readers: Reader[]): Promise<void> {
    const left = readers.filter(stillThere)
    if (left.length === 0) return
    try {
      await this.#see(left)
      this.#readers.unshift(...left)
    } catch (error) {
      const [only, ...others] = left
      if (only && others.length === 0) return this.#tell(only, error)
      const half = Math.ceil(left.length / 2)
      await this.#answer(left.slice(0, half))
      await this.#answer(left.slice(half))
    }
  }

  #tell(reader: Reader, error: unknown): void {
    if (isDenied(error)) reader.resolve(NOTHING)
    else reader.reject(trouble(error))
  }

  /** Removes answered requests from `left`: a few first, then the rest unless the few were slow. */
  async #see(left: Reader[]): Promise<void> {
    const topics = JSON.stringify([...new Set(left.map(({ applicant }) => applicant.topic))])
    const owner = {
      role: 'supabase_realtime_admin',
      claims: null,
      readOnly: false,
      settings: { ...TIMEOUT, ...PLANNED_ONCE },
    }
    const setUp = [ROLES, { text: PROBE, values: [topics] }]
    await trial(this.#context.admin, owner, setUp, async ([roles = [], probes = []], ask) => {
      const allowed = new Set(roles.map(([role]) => role))
      const laid = new Map(probes.map(([topic = '', ...at]) => [topic, at]))
      const until = performance.now() + TRANSACTION_MS
      let some = left.slice(0, FEW)
      do {
        const asked = some.filter(({ applicant }) => allowed.has(applicant.identity.claims.role))
        const questions = asked.map(({ applicant }) => ({
          scope: { ...scopeOf(applicant), role: applicant.identity.claims.role },
          statement: { text: SEEN, values: [applicant.topic, ...(laid.get(applicant.topic) ?? [])] },
        }))
        const seen = await ask(questions).finally(this.#together.begin(some.length))
        const rows = new Map(asked.map((reader, index) => [reader, seen[index] ?? []]))
        for (const reader of some) reader.resolve(heard(rows.get(reader) ?? []))
        left.splice(0, some.length)
        some = left.slice(0, this.#together.most)
      } while (some.length > 0 && performance.now() < until)
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

/** Whether the caller still waits; rejects the request of one that does not. */
function stillThere({ gone, reject }: Reader): boolean {
  if (gone()) reject(new Refusal('ChannelClosed', 'The client went away'))
  return !gone()
}

/** Converts visible rows, one column per extension. */
function heard(rows: readonly Row[]): Hears {
  const extensions = rows.map(([extension]) => extension)
  return { broadcast: extensions.includes('broadcast'), presence: extensions.includes('presence') }
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
      ...TIMEOUT,
    },
  }
}

const NOTHING: Hears = { broadcast: false, presence: false }
const TIMEOUT = { statement_timeout: '5s' }
/** Without this, PostgreSQL plans all policies again for each caller, which takes three times as long as executing them. */
const PLANNED_ONCE = { plan_cache_mode: 'force_generic_plan' }
/** The roles that a REST request can have. */
const ROLES = {
  text: `select rolname from pg_roles where pg_has_role('authenticator', oid, 'member')`,
  values: [],
}
const PROBE = `
  with probe as (
    insert into realtime.messages (topic, extension, private)
    select topic, extension, true from jsonb_array_elements_text($1::jsonb) as topic, unnest(array['broadcast', 'presence']) as extension
    returning topic, id, inserted_at
  )
  select topic, min(inserted_at)::text, max(inserted_at)::text, array_agg(id)::text from probe group by topic`
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
