import { contradicts, type NotionRecord } from 'trading/learning/contradicted-claim'
import type { TaskContext } from '../tasks/task-context.ts'

type Claim = NotionRecord & { item: string; notion: string | null; rate_at_least: string | null }

/** Flags lessons whose claims the record contradicts, for their editors, and takes back flags that no longer hold. */
export async function checkClaims({ pool }: Pick<TaskContext, 'pool'>): Promise<void> {
  const { rows } = await pool.query<Claim>('select * from private.lesson_claims()')
  const flags = [...Map.groupBy(rows, ({ item }) => item)].map(([item, claims]) => ({
    item,
    flags: claims
      .filter(({ n, won, rate_at_least }) => rate_at_least !== null && contradicts({ n, won }, rate_at_least))
      .map(({ notion, rate_at_least, n, won }) => ({ kind: 'claim', notion, rate_at_least, n, won })),
  }))
  await pool.query('select private.keep_flags($1)', [JSON.stringify(flags)])
}
