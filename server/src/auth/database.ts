import type { Pool } from 'pg'
import { type Row, run, type Scope, transaction } from '../database/session.ts'
import type { Fragment } from '../database/sql.ts'

/** Runs one statement of the transaction it was given by. */
export type Query = (statement: Fragment) => Promise<Row[]>

/**
 * Everything this service does in the database runs as supabase_auth_admin, which owns schema `auth` and has no
 * right elsewhere: a trigger of the project that reaches further must be `security definer`, here as on Supabase.
 */
export type AuthDatabase = {
  /** One statement, a transaction of its own. */
  query: Query
  /** As `query`, answered before it is on the disk: for what may be lost with a crash of PostgreSQL. */
  hurried: Query
  /** All or nothing; an error thrown by `body` rolls back. What nobody reads is told `later`, and leaves with the next. */
  transaction<T>(body: (query: Query, later: Query) => Promise<T>): Promise<T>
}

const scope: Scope = {
  role: 'supabase_auth_admin',
  claims: null,
  readOnly: false,
  settings: { search_path: 'auth', TimeZone: 'UTC', statement_timeout: '10s', lock_timeout: '5s' },
}

const hurriedScope: Scope = { ...scope, settings: { ...scope.settings, synchronous_commit: 'off' } }

export function authDatabase(admin: Pool): AuthDatabase {
  return {
    query: (statement) => run(admin, scope, statement.toStatement()),
    hurried: (statement) => run(admin, hurriedScope, statement.toStatement()),
    transaction: (body) =>
      transaction(admin, scope, (query, later) =>
        body(
          (statement) => query(statement.toStatement()),
          (statement) => later(statement.toStatement()),
        ),
      ),
  }
}
