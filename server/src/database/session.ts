import pg, { type Pool, type PoolClient } from 'pg'
import type { Claims } from '../http/keys.ts'
import { Pipeline, type Row, type Step } from './pipeline.ts'
import type { Statement } from './sql.ts'

/**
 * The security boundary: every request of every prefix that acts for a caller passes through here. One
 * implicit transaction in one round trip: the caller's role and claims are set for the transaction, then the
 * statement runs, and row-level security decides. Must never run a statement before the role is set, and
 * never let a role or claim outlive its transaction.
 */
export type Scope = {
  /** anon, authenticated, service_role or a role of the project. */
  role: string
  claims: Claims | null
  readOnly: boolean
  /** More transaction settings: request.method, search_path, timezone … */
  settings?: Record<string, string>
}

export type { Row } from './pipeline.ts'

/** Runs one statement as the scope's role; resolves with the rows as text. Throws PostgreSQL's DatabaseError. */
export async function run(pool: Pool, scope: Scope, statement: Statement): Promise<Row[]> {
  const statements = [enter(scope), statement]
  return withClient(pool, (client) => Pipeline.send(client(), statements, scope.role), recovered)
}

/**
 * An explicit transaction, for the few requests that must look at a result before they let it stand. `later` takes a
 * statement whose rows nobody asks for: it resolves at once and leaves with the next `query`, or with the end, so that
 * writes cost no round trip each. Statements run in the order of the calls; one that fails undoes all of them.
 */
export async function transaction<T>(
  pool: Pool,
  scope: Scope,
  body: (
    query: (statement: Statement) => Promise<Row[]>,
    later: (statement: Statement) => Promise<Row[]>,
  ) => Promise<T>,
  end: 'commit' | 'rollback' = 'commit',
): Promise<T> {
  const use = async (client: Lent) => {
    let waiting: Statement[] = [{ text: 'begin', values: [] }, enter(scope)]
    const send = async (statement: Statement) => {
      const statements = [...waiting, statement]
      waiting = []
      return Pipeline.send(client(), statements, scope.role)
    }
    const later = async (statement: Statement) => {
      client()
      waiting.push(statement)
      return []
    }
    const result = await body(send, later)
    await send({ text: end, values: [] })
    return result
  }
  return withClient(pool, use, undone)
}

export type Question = { scope: Scope; statement: Statement }

/**
 * Asks for many callers in one transaction, which is always rolled back: what the owner lays down first, each of them then
 * looks at as themselves. `body` is given the rows of each statement of `setUp`, and `ask`, which takes a round trip for all
 * questions of a call and resolves with the rows of each; an error of one is the error of all. Every question must name the
 * same settings, so that none is asked with what the one before it left; what it left that is the same is not set again.
 */
export async function trial<T>(
  pool: Pool,
  owner: Scope,
  setUp: readonly Statement[],
  body: (laid: Row[][], ask: (questions: readonly Question[]) => Promise<Row[][]>) => Promise<T>,
): Promise<T> {
  const use = async (client: Lent) => {
    const begun = [{ text: 'begin', values: [] }, enter(owner), ...setUp]
    const laid = await Pipeline.sendAll(
      client(),
      begun.map((statement) => ({ statement, role: owner.role })),
    )
    const result = await body(laid.slice(2), async (questions) => {
      const answers: number[] = []
      const steps: Step[] = []
      const left = new Map<string, string>()
      for (const { scope, statement } of questions) {
        const changed = settingsOf(scope).filter(([name, value]) => value !== left.get(name))
        for (const [name, value] of changed) left.set(name, value)
        if (changed.length > 0) steps.push({ statement: set(changed), role: scope.role })
        answers.push(steps.push({ statement, role: scope.role }) - 1)
      }
      const rows = steps.length > 0 ? await Pipeline.sendAll(client(), steps) : []
      return answers.map((index) => rows[index] ?? [])
    })
    await client().query('rollback')
    return result
  }
  return withClient(pool, use, undone)
}

const enter = (scope: Scope): Statement => set(settingsOf(scope))

type Setting = [name: string, value: string]

/** The role comes last: what precedes it may need rights the role lacks, what follows must not have them. */
function settingsOf({ role, claims, readOnly, settings = {} }: Scope): Setting[] {
  const pairs: Setting[] = Object.entries(settings)
  pairs.push(['request.jwt.claims', claims ? JSON.stringify(claims) : ''])
  if (readOnly) pairs.push(['transaction_read_only', 'on'])
  pairs.push(['role', role])
  return pairs
}

function set(settings: readonly Setting[]): Statement {
  const calls = settings.map((_, index) => `set_config($${index * 2 + 1}, $${index * 2 + 2}, true)`)
  return { text: `select ${calls.join(', ')}`, values: settings.flat() }
}

/** The connection, while it is lent. Throws from then on: a statement that comes late would run without role or claims. */
type Lent = () => PoolClient

/** A connection that is not sound after what failed on it is closed and never used again. */
async function withClient<T>(
  pool: Pool,
  use: (client: Lent) => Promise<T>,
  isSound: (client: PoolClient, error: unknown) => boolean | Promise<boolean>,
): Promise<T> {
  const client = await pool.connect()
  let [sound, over] = [true, false]
  try {
    return await use(() => {
      if (over) throw new Error('a statement came after its transaction was over')
      return client
    })
  } catch (error) {
    over = true
    sound = await isSound(client, error)
    throw error
  } finally {
    over = true
    client.release(!sound)
  }
}

/** An error that PostgreSQL reported itself (and recovered from), as opposed to a connection that failed. */
function recovered(_client: PoolClient, error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.severity !== 'FATAL' && error.severity !== 'PANIC'
}

/**
 * Of an open transaction the answer to a rollback tells, not the error: a refusal of the body's own is no fault of the
 * connection, and connections that each refusal costs are soon all that anybody waits for.
 */
function undone(client: PoolClient): Promise<boolean> {
  return client.query('rollback').then(
    () => true,
    () => false,
  )
}
