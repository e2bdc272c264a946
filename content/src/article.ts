// Help articles: a YAML file each, in the folder of its category: articles/money/03-resilier.yaml. The number orders them; the rest is the slug.
import { z } from 'zod'
import {
  type ContentEntry,
  type Folder,
  inLanguages,
  line,
  type Problem,
  readYaml,
  textsOf,
} from './files.ts'

const ARTICLE_CATEGORIES = [
  'start',
  'signals',
  'record',
  'learning',
  'community',
  'money',
  'security',
  'partners',
  'support',
] as const

/** keywords: what people type and the article does not say; it is searched and never shown. */
const articleShape = inLanguages(
  z.strictObject({ title: line.max(160), summary: line, keywords: line, body: z.string().trim().min(200) }),
)

export type ArticleEntry = Omit<ContentEntry, 'kind'> & { kind: 'help-article' }

/** The articles of a folder of categories. */
export function articleEntries(folder: Folder, problems: Problem[]): ArticleEntry[] {
  const files = [...folder.keys()].filter((path) => /\.ya?ml$/.test(path)).sort()
  return files.flatMap((file, at) => {
    const [, category, slug] = /^(?:.*\/)?([a-z]+)\/\d\d-([a-z0-9-]+)\.ya?ml$/.exec(file) ?? []
    if (!slug || !ARTICLE_CATEGORIES.some((known) => known === category)) {
      problems.push({ file, problem: 'is not called category/01-slug.yaml' })
      return []
    }
    const texts = readYaml(folder, file, articleShape, problems)
    if (!texts) return []
    return {
      kind: 'help-article' as const,
      slug,
      parent: null,
      position: at + 1,
      tier: 'freemium' as const,
      document: { fields: { category }, texts: textsOf(texts, (words) => words) },
    }
  })
}
