// Owns the studio's reads and writes of content. The database enforces every permission (content/content_saving.sql).
import { queryOptions } from '@tanstack/react-query'
import type { Language } from 'mails/languages'
import type { ContentKind } from '#lib/content/content-kinds.ts'
import { supabase } from '#lib/data/client.ts'
import { unwrap, useWrite } from '#lib/data/query.ts'
import type { ListResource } from '#lib/data/resource.ts'
import type { Reader } from '../define-studio.ts'
import type { ContentDocument, LanguageState } from './document.ts'

export const STATES = ['draft', 'scheduled', 'published', 'archived'] as const
export type ContentState = (typeof STATES)[number]

/** An item as the list shows it. */
export type ContentRow = {
  id: string
  kind: ContentKind
  slug: string
  /** Null for a draft without a title. */
  title: string | null
  tier: Reader
  state: ContentState
  version: number
  published_version: number | null
  author_name: string
  languages: Readonly<Record<Language, LanguageState>>
  /** The first day on which one of the dated facts must be verified again. */
  next_expiry: string | null
  /** The number of facts that have expired or will expire within fourteen days. */
  expiring_facts: number
  /** The validity, in days, of the fact that expires first. */
  fact_days: number | null
  publish_at: string | null
  updated_at: string
  /** Why a scheduled publication failed. */
  refusal: { key: string; field: string | null } | null
  /** What contradicts the published version. */
  flags: readonly ContentFlag[]
  position: number
  /** The item that it lies in. */
  parent: string | null
}

/** A claim about a notion's signals that the record excludes: of `n` closed signals, `won` won. */
export type ContentFlag = { kind: 'claim'; notion: string; rate_at_least: string; n: number; won: number }

/** An item with its latest document. */
export type ContentItem = Omit<ContentRow, 'expiring_facts' | 'fact_days' | 'title'> & {
  document: ContentDocument
  published_at: string | null
}

export const CONTENTS: ListResource<ContentRow> = {
  name: 'contents',
  list: async ({ filter: { kind, state, query, language, expiring, author }, after, most }) =>
    unwrap(
      await supabase.rpc('list_content', {
        ...(kind ? { of_kind: kind } : {}),
        ...(state ? { of_state: state } : {}),
        ...(query ? { query } : {}),
        ...(language ? { incomplete_language: language } : {}),
        ...(expiring ? { expiring: true } : {}),
        ...(author ? { of_author: author } : {}),
        ...(after ? { after: after.id } : {}),
        most,
      }),
    ) as unknown as ContentRow[],
}

export type ContentCount = { kind: ContentKind; items: number; incomplete: number; expiring: number }
export const contentCountsQuery = queryOptions({
  queryKey: [CONTENTS.name, 'counts'],
  queryFn: async () => unwrap(await supabase.rpc('content_counts')) as unknown as ContentCount[],
})

const ITEM =
  'id,kind,slug,tier,state,version,published_version,languages,next_expiry,publish_at,published_at,updated_at,refusal,position,parent,flags,content_versions(document,author_name)'

type Written = { document: ContentDocument; author_name: string }

/**
 * Reads an item and its latest document, by kind and slug or by id; null if there is none. One query, because with two its
 * author could save in between and remove the version that the first answer names.
 */
export async function readContent(
  by: { kind: string; slug: string } | { id: string },
): Promise<ContentItem | null> {
  const found = unwrap(
    await supabase
      .from('content_items')
      .select(ITEM)
      .match(by)
      .order('version', { referencedTable: 'content_versions', ascending: false })
      .limit(1, { referencedTable: 'content_versions' })
      .maybeSingle(),
  ) as unknown as (Omit<ContentItem, keyof Written> & { content_versions: Written[] }) | null
  const [newest] = found?.content_versions ?? []
  if (!found || !newest) return null
  const { content_versions: _, ...item } = found
  return { ...item, ...newest }
}

/** An item as the tree shows it. */
export type TreeNode = {
  id: string
  kind: ContentKind
  slug: string
  title: string | null
  parent: string | null
  position: number
  state: ContentState
  languages: Readonly<Partial<Record<Language, LanguageState>>>
  /** The card fields and the required French texts of the newest version. */
  fields: Readonly<Record<string, unknown>>
  texts: Readonly<Record<string, string | null>>
}

/** The item at the top of another one, and all that lies within it. */
export const contentTreeQuery = (item: string) =>
  queryOptions({
    queryKey: [CONTENTS.name, 'tree', item],
    queryFn: async () => unwrap(await supabase.rpc('content_tree', { item })) as unknown as TreeNode[],
    placeholderData: (known) => known,
  })

export const readVersion = async (item: string, version: number) =>
  unwrap(
    await supabase.from('content_versions').select('document,author_name').match({ item, version }).single(),
  ) as unknown as Written

export const contentQuery = (kind: string, slug: string) =>
  queryOptions({
    queryKey: ['content', kind, slug],
    queryFn: () => readContent({ kind, slug }),
    // Never refetch a document while it is being edited; the channel reports what others save.
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })

export type ContentVersion = {
  version: number
  author_name: string
  made_at: string
  published_at: string | null
}
export const historyQuery = (item: string, version: number) =>
  queryOptions({
    queryKey: ['content-history', item, version],
    queryFn: async () =>
      unwrap(await supabase.rpc('content_history', { item })) as unknown as ContentVersion[],
  })

export const versionQuery = (item: string, version: number) =>
  queryOptions({
    queryKey: ['content-version', item, version],
    queryFn: async () => (await readVersion(item, version)).document,
  })

export const saveContent = async (item: string, expected_version: number, document: ContentDocument) =>
  unwrap(
    await supabase.rpc('save_content', { item, expected_version, document: document as never }),
  ) as number

const STALE = [[CONTENTS.name], ['content'], ['content-history']] as const

export const useCreateContent = () =>
  useWrite(
    async (made: { kind: string; slug: string; document: ContentDocument; tier?: Reader; parent?: string }) =>
      unwrap(await supabase.rpc('create_content', { ...made, document: made.document as never })) as string,
    STALE,
  )
export const usePublishContent = () =>
  useWrite(async ({ item, version, at }: { item: string; version: number; at: string | null }) => {
    unwrap(
      await supabase.rpc('publish_content', {
        item,
        expected_version: version,
        ...(at === null ? {} : { at }),
      }),
    )
  }, STALE)
export const useWithdrawContent = () =>
  useWrite(async (item: string) => unwrap(await supabase.rpc('withdraw_content', { item })), STALE)
export const useArchiveContent = () =>
  useWrite(async (items: string[]) => unwrap(await supabase.rpc('archive_content', { items })), STALE)
export const useRestoreContent = () =>
  useWrite(
    async (input: { item: string; version: number }) =>
      unwrap(await supabase.rpc('restore_content', input)) as number,
    STALE,
  )
export const useRenameContent = () =>
  useWrite(
    async (input: { item: string; slug: string }) => unwrap(await supabase.rpc('rename_content', input)),
    [[CONTENTS.name]],
  )
export const useMoveContent = () =>
  useWrite(
    async ({ item, parent, before }: { item: string; parent: string | null; before: string | null }) => {
      // A missing parent or next sibling is sent as null, which the generated argument type does not allow.
      unwrap(
        await supabase.rpc('move_content', {
          item,
          parent: parent as never,
          ...(before === null ? {} : { before }),
        }),
      )
    },
    STALE,
  )
export const useReverifyFacts = () =>
  useWrite(
    async ({ item, version, fields }: { item: string; version: number; fields: string[] }) =>
      unwrap(await supabase.rpc('reverify_facts', { item, expected_version: version, fields })) as number,
    STALE,
  )

const REFUSALS = [
  'category_unknown',
  'choices_missing',
  'content_archived',
  'content_changed_meanwhile',
  'content_not_found',
  'content_too_long',
  'course_missing',
  'disclosure_and_link',
  'document_invalid',
  'fact_in_the_future',
  'fact_incomplete',
  'field_invalid',
  'french_missing',
  'lines_differ',
  'media_in_use',
  'not_allowed',
  'page_unknown',
  'parent_invalid',
  'promotion_and_text',
  'rule_before_the_last',
  'rules_are_facts',
  'schedule_in_the_past',
  'slug_fixed',
  'slug_invalid',
  'slug_taken',
  'staff_needs_aal2',
  'text_too_long',
  'tier_invalid',
] as const
export type ContentRefusal = (typeof REFUSALS)[number] | 'other'

/** Why the database refused: a key of `refused`, and the path in the document that it names. */
export function contentRefusalOf(error: unknown): { key: ContentRefusal; field: string | null } {
  const { message, hint } = error as { message?: string; hint?: string | null }
  return { key: REFUSALS.find((key) => key === message) ?? 'other', field: hint ?? null }
}
