import type { ReadEntry } from 'content/folder'
import { supabase } from '#lib/data/client.ts'
import { unwrap } from '#lib/data/query.ts'
import type { ContentDocument } from '#studio/document/document.ts'
import type { KnownItem, KnownName } from './import-plan.ts'

/** How many items one request names: an address must not grow too long. */
const MOST = 25

/** What the database has of the entries, with the newest document of each. */
export async function readKnown(entries: readonly ReadEntry[]): Promise<KnownItem[]> {
  const known: KnownItem[] = []
  for (const [kind, own = []] of Object.entries(Object.groupBy(entries, (entry) => entry.kind)))
    for (let at = 0; at < own.length; at += MOST) {
      const slugs = own.slice(at, at + MOST).map(({ slug }) => slug)
      const rows = unwrap(
        await supabase
          .from('content_items')
          .select('id,kind,slug,version,state,content_versions(document)')
          .eq('kind', kind)
          .in('slug', slugs)
          .order('version', { referencedTable: 'content_versions', ascending: false })
          .limit(1, { referencedTable: 'content_versions' }),
      ) as unknown as (Omit<KnownItem, 'document'> & { content_versions: { document: ContentDocument }[] })[]
      for (const { content_versions: versions, ...item } of rows)
        if (versions[0]) known.push({ ...item, document: versions[0].document })
    }
  return known
}

/** Every notion and lesson that texts and questions may name. */
export async function readNames(): Promise<KnownName[]> {
  const rows = unwrap(
    await supabase
      .from('content_items')
      .select('id,kind,slug,parent')
      .in('kind', ['notion', 'lesson', 'course'])
      .neq('state', 'archived'),
  ) as unknown as { id: string; kind: 'notion' | 'lesson' | 'course'; slug: string; parent: string | null }[]
  const slugOf = (id: string | null) => rows.find((row) => row.id === id)?.slug ?? null
  return rows.flatMap(({ kind, slug, parent }) =>
    kind === 'course' ? [] : [{ kind, slug, parent: slugOf(parent) }],
  )
}
