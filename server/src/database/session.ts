import pg, { type Pool, type PoolClient } from 'pg'
import type { Claims } from '../http/keys.ts'
import { Pipeline, type Row, type Step } from './pipeline.ts'
import type { Statement } from './sql.ts'

/**
 * The security boundary: every request made on behalf of a caller passes through here. One implicit transaction in one
 * round trip sets the caller's role and claims, then runs the statement under row-level security. Must never run a
 * statement before the role is set, nor let a role or claim outlive its transaction.
 */
export type Scope = {
  /** anon, authenticated, service_role or one of the project's roles. */
  role: string
  claims: Claims | null
  readOnly: boolean
  /** Further transaction settings: request.method, search_path, timezone … */
  settings?: Record<string, string>
}

export type { Row } from './pipeline.ts'

/** Runs one statement in this scope; returns the rows as text. Throws PostgreSQL's DatabaseError. */
export async function run(pool: Pool, scope: Scope, statement: Statement): Promise<Row[]> {
  const statements = [enter(scope), statement]
  return withClient(pool, (client) => Pipeline.send(client(), statements, scope.role), recovered)
}

/**
 * An explicit transaction, for the few requests that must inspect a result before they commit. `later` defers a
 * statement whose rows are not needed: it resolves at once and is sent with the next `query` or the commit, which saves
 * a round trip. Statements run in call order; a failure rolls all of them back.
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
 * Evaluates queries for many callers in one transaction that is always rolled back: the owner runs `setUp`, then each
 * query runs as its own caller. `body` receives the rows of each `setUp` statement and `ask`, which sends all queries
 * of a call in one round trip and returns the rows of each; one error fails all. Every query must set the same
 * settings, so that none runs with a previous query's values; unchanged values are not set again.
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

/** The role is set last: the settings before it may need rights that the role lacks. */
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

/** Returns the connection while it is checked out and throws afterwards: a late statement would run without role and claims. */
type Lent = () => PoolClient

/** Closes a connection that is unusable after a failure. */
async function withClient<T>(
  pool: Pool,
  use: (client: Lent) => Promise<T>,
  isSound: (client: PoolClient, error: unknown) => boolean | Promise<boolean>,
): Promise<T> {
  const client = await pool.connect()
  let [sound, over] = [true, false]
  try {
    return await use(() => {
      if (over) throw new Error('a statement was sent after the end of its transaction')
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

/** Whether PostgreSQL reported the error itself, as opposed to a broken connection. */
function recovered(_client: PoolClient, error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.severity !== 'FATAL' && error.severity !== 'PANIC'
}

/**
 * In an open transaction, the connection is usable if the rollback succeeds, whatever the error was: an error of the
 * body does not affect the connection, and closing it each time would exhaust the pool.
 */
function undone(client: PoolClient): Promise<boolean> {
  return client.query('rollback').then(
    () => true,
    () => false,
  )
}
