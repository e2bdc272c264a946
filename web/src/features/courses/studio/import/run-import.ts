import { CONTENT_KINDS } from '#lib/content/content-kinds.ts'
import { keyOf, type PlannedItem } from './import-plan.ts'

export type Writes = {
  create: (made: {
    kind: string
    slug: string
    document: PlannedItem['document']
    parent?: string
    tier: 'visitor' | 'freemium' | 'premium'
  }) => Promise<string>
  save: (item: string, version: number, document: PlannedItem['document']) => Promise<unknown>
}
/** What was written before the end, or before the item that failed. */
export type ImportResult = { written: number; failed: { item: PlannedItem; error: unknown } | null }

const PARENTS = { course: null, lesson: 'course', question: 'lesson', notion: null, indicator: null } as const

/** Writes what is new or changed, parents before children, one at a time; stops at the first that is refused. */
export async function runImport(
  plan: readonly PlannedItem[],
  { create, save }: Writes,
  report: (written: number) => void,
): Promise<ImportResult> {
  const ids = new Map(plan.flatMap(({ entry, known }) => (known ? [[keyOf(entry), known.id]] : [])))
  let written = 0
  for (const item of plan) {
    const { entry, document, known } = item
    if (item.is === 'same' || item.is === 'kept') continue
    try {
      if (known) await save(known.id, known.version, document)
      else {
        const above = PARENTS[entry.kind]
        const parent = above && entry.parent ? ids.get(keyOf({ kind: above, slug: entry.parent })) : undefined
        const tier = CONTENT_KINDS[entry.kind].tiered ? entry.tier : 'visitor'
        const { kind, slug } = entry
        ids.set(keyOf(entry), await create({ kind, slug, document, tier, ...(parent ? { parent } : {}) }))
      }
    } catch (error) {
      return { written, failed: { item, error } }
    }
    written += 1
    report(written)
  }
  return { written, failed: null }
}
