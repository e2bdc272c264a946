import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { ideaDraftQuery, keepIdeaDraft } from '#lib/ideas/idea-queries.ts'
import { EMPTY_FORM, formOf, type IdeaForm, isUntouched, localTime } from './idea-form.ts'

const PAUSE_MS = 800
const USUAL_MS = 8 * 3_600_000

/** The draft that the member was typing, on any device, kept 0.8 seconds after the last key. `savedAt` is when it was stored last. */
export function useIdeaDraft() {
  const stored = useQuery(ideaDraftQuery)
  const [form, setForm] = useState<IdeaForm>(() => ({
    ...EMPTY_FORM,
    valid_until: localTime(Date.now() + USUAL_MS),
  }))
  const [savedAt, setSavedAt] = useState<string | null>(null)
  const typed = useRef(false)
  const waiting = useRef<IdeaForm | null>(null)
  const writing = useRef<Promise<void>>(Promise.resolve())

  useEffect(() => {
    if (!stored.isFetchedAfterMount || !stored.data || typed.current) return
    const kept = formOf(stored.data.input)
    const passed = !(Date.parse(kept.valid_until) > Date.now())
    setForm(passed ? { ...kept, valid_until: localTime(Date.now() + USUAL_MS) } : kept)
    setSavedAt(stored.data.saved_at)
  }, [stored.isFetchedAfterMount, stored.data])

  /** Stores what is pending, one write at a time. */
  const flush = useCallback((): Promise<void> => {
    const write = async () => {
      const next = waiting.current
      if (!next) return
      waiting.current = null
      await keepIdeaDraft(isUntouched(next) ? null : next)
      setSavedAt(isUntouched(next) ? null : new Date().toISOString())
    }
    writing.current = writing.current.then(write, write)
    return writing.current
  }, [])

  const change = useCallback((part: Partial<IdeaForm>) => {
    typed.current = true
    setForm((current) => {
      const next = { ...current, ...part }
      waiting.current = next
      return next
    })
  }, [])
  useEffect(() => {
    if (waiting.current !== form) return
    const timer = setTimeout(() => void flush().catch(() => undefined), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [form, flush])
  useEffect(
    () => () => {
      void flush().catch(() => undefined)
    },
    [flush],
  )
  /** After publishing: the database has forgotten the draft, and so does this. */
  const forget = useCallback(() => {
    waiting.current = null
  }, [])
  return { form, change, savedAt, flush, forget }
}
