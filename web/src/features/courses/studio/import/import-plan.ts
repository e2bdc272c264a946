// What an import would write: each entry of the folder beside what the database has of it.
import type { Folder, Problem } from 'content/files'
import type { ReadEntry } from 'content/folder'
import { type StatementProblem, statementProblems } from 'content/problems'
import type { Language } from 'mails/languages'
import type { ContentDocument } from '#studio/document/document.ts'
import { hashOf } from '#studio/document/document.ts'
import { changesBetween } from '#studio/document/merge.ts'

/** An item that the database has, with its newest document. */
export type KnownItem = {
  id: string
  kind: string
  slug: string
  version: number
  state: string
  document: ContentDocument
}
/** A name that entries may lead to: a notion, or a lesson with its course. */
export type KnownName = { kind: 'notion' | 'lesson'; slug: string; parent: string | null }

export type PlannedItem = {
  entry: ReadEntry
  document: ContentDocument
  known: Pick<KnownItem, 'id' | 'version'> | null
  /** `kept`: an archived item, which no import changes. */
  is: 'new' | 'changed' | 'same' | 'kept'
  /** Paths in the document, such as `texts.en.article`. */
  changes: readonly string[]
}

export const keyOf = ({ kind, slug }: { kind: string; slug: string }) => `${kind}/${slug}`

/** The entries in the order in which they are written, parents before children. */
export function planOf(entries: readonly ReadEntry[], known: readonly KnownItem[]): PlannedItem[] {
  const byKey = new Map(known.map((item) => [keyOf(item), item]))
  return entries.map((entry) => {
    const document = withSources(entry.document)
    const found = byKey.get(keyOf(entry))
    if (!found) return { entry, document, known: null, is: 'new', changes: [] }
    const { fields, texts } = found.document
    const changes = changesBetween(bare({ fields, texts }), bare(entry.document)).map(({ path }) => path)
    const is = found.state === 'archived' ? 'kept' : changes.length > 0 ? 'changed' : 'same'
    return { entry, document, known: { id: found.id, version: found.version }, is, changes }
  })
}

/** The languages of a folder were written together: each text is the translation of the French beside it. */
function withSources({ fields, texts }: ReadEntry['document']): ContentDocument {
  const french = texts.fr ?? {}
  const from = Object.fromEntries(
    Object.entries(texts).flatMap(([language, words]) =>
      language === 'fr'
        ? []
        : [
            [
              language,
              Object.fromEntries(Object.keys(words).map((name) => [name, hashOf(french[name] ?? '')])),
            ],
          ],
    ),
  )
  return { fields, texts, from }
}

/** Without what says nothing: the studio writes an empty field as null, a folder leaves it out. */
function bare(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(bare)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) => {
      const kept = bare(inner)
      const empty =
        kept === null || kept === undefined || kept === '' || (Array.isArray(kept) && kept.length === 0)
      return empty ? [] : [[name, kept]]
    }),
  )
}

/** What the texts state that does not hold, at its file and line. Names may also lead to what the database has. */
export function statementsAt(
  folder: Folder,
  entries: readonly ReadEntry[],
  names: readonly KnownName[],
): Problem[] {
  const own = new Map(entries.map((entry) => [keyOf(entry), entry]))
  const others = names
    .filter((name) => !own.has(keyOf(name)))
    .map((name) => ({
      ...name,
      position: 1,
      tier: 'freemium' as const,
      document: { fields: {}, texts: {} },
    }))
  return statementProblems([...others, ...entries]).flatMap((found) => {
    const entry = own.get(found.file)
    return entry ? [placed(folder, entry, found)] : []
  })
}

function placed(folder: Folder, entry: ReadEntry, { problem, text }: StatementProblem): Problem {
  const beside = text && fileOfText(entry, text.language, text.name)
  const markdown = beside && folder.get(beside)
  // The document's text begins at the first line that is not empty.
  if (beside && markdown)
    return {
      file: beside,
      line: text.line + markdown.slice(0, markdown.search(/\S/)).split('\n').length - 1,
      problem,
    }
  const key = new RegExp(`^-?\\s*(?:key|slug):\\s*${entry.slug}\\s*$`, 'm')
  const at = folder.get(entry.file)?.search(key) ?? -1
  const line = at < 0 ? 1 : (folder.get(entry.file) ?? '').slice(0, at).split('\n').length
  return { file: entry.file, line, problem: entry.kind === 'lesson' ? problem : `${entry.slug}: ${problem}` }
}

const fileOfText = ({ kind, file }: ReadEntry, language: Language, name: string): string | null =>
  kind === 'lesson' ? file.replace('lesson.yaml', `${name}.${language}.md`) : null
