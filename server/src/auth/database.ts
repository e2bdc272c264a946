import type { Pool } from 'pg'
import { type Row, run, type Scope, transaction } from '../database/session.ts'
import type { Fragment } from '../database/sql.ts'

/** Runs one statement in the current transaction. */
export type Query = (statement: Fragment) => Promise<Row[]>

/**
 * The service works as `supabase_auth_admin`, which owns schema `auth` and has no other rights. As on Supabase, a
 * project's trigger that touches other schemas must be `security definer`.
 */
export type AuthDatabase = {
  /** Runs one statement in its own transaction. */
  query: Query
  /** Like `query`, with asynchronous commit: for writes that a PostgreSQL crash may lose. */
  hurried: Query
  /**
   * All or nothing; an error thrown by `body` rolls back. A `later` statement, whose result is not needed, is sent
   * together with the next one.
   */
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
