import type { ClientBase } from 'pg'

export type SqlFile = {
  /** The path to show in messages. */
  path: string
  text: string
}

/** A project's SQL cannot be applied to this database; the message gives the file and the reason. */
export class MigrationError extends Error {
  /** Whether some files were applied and committed. */
  partial = false
}

/** Runs one file as the owner of the project's objects. */
export type Run = (file: SqlFile) => Promise<void>

/**
 * Runs files in one transaction. Each starts with the settings of a new connection, as the owner of the project's
 * objects. Function bodies are not checked, since they may refer to objects that a later file creates. Throws
 * MigrationError naming the file.
 */
export async function inTransaction(client: ClientBase, work: (run: Run) => Promise<void>): Promise<void> {
  let path = 'Beginning the transaction'
  const run: Run = async (file) => {
    path = file.path
    // A file may end the transaction itself, as the official tool allows; the next one begins another.
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
    path = 'Ending the transaction'
    await client.query('commit')
  } catch (cause) {
    await client.query('rollback')
    if (cause instanceof MigrationError) throw cause
    const { message, where, position } = cause as { message: string; where?: string; position?: string }
    const place = [position && `at character ${position}`, where].filter(Boolean).join(', ')
    throw new MigrationError(`${path} failed: ${message}${place ? ` (${place})` : ''}`, { cause })
  }
}
