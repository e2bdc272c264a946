import { LANGUAGES } from 'mails/languages'
import { readContent, saveContent } from '../document/content.ts'
import type { ContentDocument } from '../document/document.ts'
import { same } from '../document/merge.ts'
import { useContent } from '../form/studio-context.tsx'

/** Saves a change of any item's document, in the open form where it is that item's. False where the form could not be saved. */
export function useChangeItem() {
  const { item, form, save } = useContent()
  return async (id: string, change: (document: ContentDocument) => ContentDocument): Promise<boolean> => {
    if (id !== item.id) {
      const known = await readContent({ id })
      const next = known && change(known.document)
      if (next && !same(next, known.document)) await saveContent(id, known.version, next)
      return true
    }
    const known = form.getValues() as ContentDocument
    const next = change(known)
    const set = (path: string, before: unknown, after: unknown) => {
      if (!same(before, after)) form.setValue(path as never, after as never, { shouldDirty: true })
    }
    for (const [name, value] of Object.entries(next.fields)) set(`fields.${name}`, known.fields[name], value)
    for (const part of ['texts', 'from'] as const)
      for (const language of LANGUAGES)
        for (const [name, text] of Object.entries(next[part][language] ?? {}))
          set(`${part}.${language}.${name}`, known[part][language]?.[name], text)
    return (await save()) !== null
  }
}
