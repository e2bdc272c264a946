import type pg from 'pg'
import type { Actor, Product } from './product.ts'

/**
 * Runs a statement as an actor and returns the number of affected rows or the error code. Sets role and claims for one
 * transaction, as the server does for a request, and rolls it back.
 */
export async function attempt(
  { admin, idOf }: Pick<Product, 'admin' | 'idOf'>,
  actor: Actor,
  statement: string,
  values: unknown[] = [],
  settings: Record<string, string> = {},
): Promise<{ rows: number; refused: string | null }> {
  const role = actor === 'visitor' ? 'anon' : actor === 'service_role' ? 'service_role' : 'authenticated'
  const claims = role === 'authenticated' ? { role, sub: idOf[actor as keyof typeof idOf] } : { role }
  const client = await admin.connect()
  try {
    await client.query('begin')
    await client.query(`select set_config('role', $1, true), set_config('request.jwt.claims', $2, true)`, [
      role,
      JSON.stringify(claims),
    ])
    for (const [name, value] of Object.entries(settings)) {
      await client.query('select set_config($1, $2, true)', [name, value])
    }
    const { rowCount } = await client.query(statement, values)
    return { rows: rowCount ?? 0, refused: null }
  } catch (error) {
    return { rows: 0, refused: (error as pg.DatabaseError).code ?? String(error) }
  } finally {
    await client.query('rollback')
    client.release()
  }
}
