import type { ClientBase, Connection } from 'pg'
import type { Statement } from './sql.ts'

/** Columns in PostgreSQL's text format, unparsed. */
export type Row = (string | null)[]

/** Maximum prepared statements per connection. PostgreSQL keeps each plan in memory until it is closed. */
const KEPT = 256

/** A statement and the role that executes it. */
export type Step = { statement: Statement; role: string }

/**
 * Several prepared statements under one Sync: PostgreSQL executes them as one implicit transaction in one round trip.
 * Implements node-postgres's "submittable" interface. Statements are prepared per connection and role, since row-level
 * security makes plans depend on the role.
 */
export class Pipeline {
  callback: (error: Error | null) => void = () => {}
  readonly #steps: Step[]
  readonly #fresh: string[] = []
  readonly #rows: Row[][]
  #prepared: Prepared | undefined
  #index = 0
  #failed = false

  constructor(steps: Step[]) {
    this.#steps = steps
    this.#rows = steps.map(() => [])
  }

  /** The rows of the last statement. Rejects with PostgreSQL's error after a rollback. */
  static async send(client: ClientBase, statements: Statement[], role: string): Promise<Row[]> {
    const rows = await Pipeline.sendAll(
      client,
      statements.map((statement) => ({ statement, role })),
    )
    return rows.at(-1) ?? []
  }

  /** The rows of each step, on a checked-out client. Rejects with PostgreSQL's error after a rollback. */
  static sendAll(client: ClientBase, steps: Step[]): Promise<Row[][]> {
    const pipeline = new Pipeline(steps)
    return new Promise((resolve, reject) => {
      pipeline.callback = (error) => (error ? reject(error) : resolve(pipeline.#rows))
      client.query(pipeline as never)
    })
  }

  submit(connection: Connection): null {
    const prepared = Prepared.on(connection)
    this.#prepared = prepared
    connection.stream.cork()
    for (const name of prepared.discarded.splice(0)) connection.close({ type: 'S', name }, true)
    for (const { statement, role } of this.#steps) {
      const { text, values } = statement
      const key = `${role}\n${text}`
      let name = prepared.names.get(key)
      if (name) prepared.touch(key, name)
      else {
        name = prepared.add(key)
        this.#fresh.push(key)
        connection.parse({ name, text, types: [] }, true)
      }
      connection.bind({ statement: name, values }, true)
      connection.execute({}, true)
    }
    connection.sync()
    connection.stream.uncork()
    return null
  }

  handleDataRow(message: { fields: Row }): void {
    this.#rows[this.#index]?.push(message.fields)
  }

  handleCommandComplete(): void {
    this.#index++
  }

  handleEmptyQuery(): void {
    this.#index++
  }

  /** Which new statements were parsed before the failure is unknown, so all are closed and parsed again. */
  handleError(error: Error): void {
    if (this.#failed) return
    this.#failed = true
    for (const key of this.#fresh) this.#prepared?.drop(key)
    this.callback(error)
  }

  handleReadyForQuery(): void {
    if (!this.#failed) this.callback(null)
  }

  handleRowDescription(): void {}
  handlePortalSuspended(): void {}

  /** COPY from a caller is not supported: fail it. */
  handleCopyInResponse(connection: { sendCopyFail(message: string): void }): void {
    connection.sendCopyFail('COPY is not available')
  }

  handleCopyData(): void {}
}

/** The prepared statements of one connection, oldest first, and the names to close with the next submission. */
class Prepared {
  static readonly #byConnection = new WeakMap<object, Prepared>()
  readonly names = new Map<string, string>()
  readonly discarded: string[] = []
  #made = 0

  static on(connection: object): Prepared {
    const known = Prepared.#byConnection.get(connection)
    if (known) return known
    const made = new Prepared()
    Prepared.#byConnection.set(connection, made)
    return made
  }

  add(key: string): string {
    const name = `s${++this.#made}`
    this.names.set(key, name)
    if (this.names.size > KEPT) this.drop(this.names.keys().next().value as string)
    return name
  }

  touch(key: string, name: string): void {
    this.names.delete(key)
    this.names.set(key, name)
  }

  drop(key: string): void {
    const name = this.names.get(key)
    if (!name) return
    this.names.delete(key)
    this.discarded.push(name)
  }
}
