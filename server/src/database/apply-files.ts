import type { ClientBase } from 'pg'

export type SqlFile = {
  /** As messages name it. */
  path: string
  text: string
}

/** A project whose SQL cannot be applied to this database; the message says which file and why. */
export class MigrationError extends Error {
  /** Whether something was applied and stays. */
  partial = false
}

/** Runs one file as the role that owns the project's objects. */
export type Run = (file: SqlFile) => Promise<void>

/**
 * One transaction over files. Each begins with the settings of a new connection, and as the owner of the project's objects;
 * bodies of functions are not checked, since they may name what a later file creates. Throws MigrationError naming the file.
 */
export async function inTransaction(client: ClientBase, work: (run: Run) => Promise<void>): Promise<void> {
  let path = 'The start of the transaction'
  const run: Run = async (file) => {
    path = file.path
    // A file may have ended the transaction itself, as the official tool allows: the next one begins another.
    await client.query(
      'begin; set local role postgres; set local search_path = public, extensions; set local check_function_bodies = off',
    )
    await client.query(file.text)
    await client.query('reset all; reset role')
  }
  await client.query('reset all')
  await client.query('begin')
  try {
    await work(run)
    path = 'The end of the transaction'
    await client.query('commit')
  } catch (cause) {
    await client.query('rollback')
    if (cause instanceof MigrationError) throw cause
    const { message, where, position } = cause as { message: string; where?: string; position?: string }
    const place = [position && `at character ${position}`, where].filter(Boolean).join(', ')
    throw new MigrationError(`${path} failed: ${message}${place ? ` (${place})` : ''}`, { cause })
  }
}
