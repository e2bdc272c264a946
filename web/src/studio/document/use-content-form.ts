import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { useSession } from '#lib/session/session.tsx'
import type { Studio } from '../define-studio.ts'
import {
  CONTENTS,
  type ContentItem,
  type ContentRefusal,
  contentRefusalOf,
  readContent,
  saveContent,
} from './content.ts'
import type { ContentDocument } from './document.ts'
import { keepDraft, takeDraft } from './kept-draft.ts'
import { type Conflict, merged, same, withValue } from './merge.ts'
import { useEditors } from './use-editors.ts'

/** Pause after the last keystroke before saving. */
const REST_MS = 1200

export type SaveState =
  | { is: 'saved'; at: Date | null }
  | { is: 'typed' | 'saving' }
  | { is: 'failed'; refusal: ContentRefusal; field: string | null }
export type Meeting = { conflicts: Conflict[]; author: string }
export type ContentForm = ReturnType<typeof useContentForm>

/**
 * An item's document as a form that saves itself. Edits saved by others are merged with the edits made here. If both changed
 * the same place, `meeting` holds the conflicts and saving stops until they are resolved.
 */
export function useContentForm(studio: Studio, item: ContentItem) {
  const client = useQueryClient()
  const { staffRole } = useSession()
  const form = useForm<ContentDocument>({
    defaultValues: structuredClone(item.document) as never,
    resolver: zodResolver(z.object({ fields: studio.schema, texts: z.any(), from: z.any() })) as never,
    mode: 'onTouched',
  })
  /** The last known state of the document in the database. */
  const known = useRef({ version: item.version, document: item.document })
  const running = useRef<Promise<void> | null>(null)
  const [version, setVersion] = useState(item.version)
  const [state, setState] = useState<SaveState>({ is: 'saved', at: null })
  const [meeting, setMeeting] = useState<Meeting | null>(null)
  const [told, setTold] = useState<string | null>(null)

  const values = () => structuredClone(form.getValues()) as ContentDocument
  const show = (document: ContentDocument) => {
    form.reset(structuredClone(document) as never, { keepErrors: true, keepTouched: true })
  }
  const learn = (next: { version: number; document: ContentDocument }) => {
    known.current = next
    setVersion(next.version)
  }
  /** Reads the saved document and merges it with the edits made here; false if there are conflicts. */
  const meet = async (): Promise<boolean> => {
    const theirs = await readContent({ id: item.id })
    if (!theirs) throw Object.assign(new Error('content_not_found'), { hint: null })
    const { document, conflicts } = merged(known.current.document, values(), theirs.document)
    learn(theirs)
    show(document)
    if (conflicts.length > 0) setMeeting({ conflicts, author: theirs.author_name })
    else setTold(theirs.author_name)
    return conflicts.length === 0
  }
  const attempt = async (again = true): Promise<void> => {
    const document = values()
    if (same(document, known.current.document)) return setState({ is: 'saved', at: new Date() })
    setState({ is: 'saving' })
    try {
      learn({ version: await saveContent(item.id, known.current.version, document), document })
      void client.invalidateQueries({ queryKey: [CONTENTS.name] })
      setState(same(values(), document) ? { is: 'saved', at: new Date() } : { is: 'typed' })
    } catch (error) {
      const { key, field } = contentRefusalOf(error)
      if (key === 'content_changed_meanwhile' && again) {
        const together = await meet().catch(() => null)
        if (together) return attempt(false)
        if (together === false) return setState({ is: 'typed' })
      }
      keepDraft(item.id, { base: known.current.document, document })
      setState({ is: 'failed', refusal: key, field })
    }
  }
  /** Saves, one request at a time. Returns the version with all edits, or null if saving failed. */
  const save = async (): Promise<number | null> => {
    while (running.current) await running.current
    if (meeting) return null
    running.current = attempt().finally(() => {
      running.current = null
    })
    await running.current
    return same(values(), known.current.document) ? known.current.version : null
  }

  const saveSoon = useEffectEvent(() => void save())
  const typed = useEffectEvent(() => {
    if (!same(values(), known.current.document)) setState({ is: 'typed' })
  })
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const { unsubscribe } = form.watch(() => {
      typed()
      clearTimeout(timer)
      timer = setTimeout(() => saveSoon(), REST_MS)
    })
    return () => {
      clearTimeout(timer)
      unsubscribe()
    }
  }, [form])

  // Leaving the screen saves. Leaving the page asks for confirmation and stores unsaved edits in the browser.
  const leave = useEffectEvent(() => {
    if (same(values(), known.current.document)) return
    keepDraft(item.id, { base: known.current.document, document: values() })
  })
  const unsaved = state.is !== 'saved'
  useEffect(() => {
    if (!unsaved) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    const keep = () => leave()
    addEventListener('beforeunload', ask)
    addEventListener('pagehide', keep)
    return () => {
      removeEventListener('beforeunload', ask)
      removeEventListener('pagehide', keep)
    }
  }, [unsaved])
  const begin = useEffectEvent(() => {
    const draft = takeDraft(item.id)
    if (!draft) return
    const { document, conflicts } = merged(draft.base, draft.document, item.document)
    show(document)
    if (conflicts.length > 0) setMeeting({ conflicts, author: item.author_name })
    else void save()
  })
  useEffect(() => {
    begin()
    return () => saveSoon()
  }, [])

  const editors = useEditors(item.id, ({ version: saved }) => {
    if (saved <= known.current.version || running.current) return
    running.current = meet()
      .then(
        () => undefined,
        (failed: unknown) => console.error('what others saved could not be read', failed),
      )
      .finally(() => {
        running.current = null
      })
  })

  return {
    form,
    item,
    studio,
    version,
    state,
    editors,
    /** Whether this user's role may write this kind. */
    mayWrite: staffRole !== null && studio.writers.includes(staffRole),
    /** Who saved in the meantime, if the merge had no conflicts. */
    told,
    meeting,
    save,
    /** Loads a version created elsewhere on this screen, by a restore or by verifying facts. */
    take: async () => {
      while (running.current) await running.current
      await meet()
      setTold(null)
    },
    /** Resolves the conflicts: `theirs` are the paths at which the other editor's value is kept. */
    settle: async (theirs: ReadonlySet<string>) => {
      const document = (meeting?.conflicts ?? []).reduce(
        (whole, conflict) =>
          theirs.has(conflict.path) ? withValue(whole, conflict.path, conflict.theirs) : whole,
        values(),
      )
      show(document)
      setMeeting(null)
      await attempt()
    },
  }
}
