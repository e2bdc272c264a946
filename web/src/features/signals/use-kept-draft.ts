import { useCallback, useEffect, useRef, useState } from 'react'
import { insertDraft, updateDraft } from './composer-queries.ts'
import { type Draft, draftOf, EMPTY_DRAFT, isBlank, keptInput } from './draft.ts'

const PAUSE_MS = 500

export type Keeping = 'idle' | 'keeping' | 'kept' | 'failed'

/**
 * A draft that is in the database half a second after the last key: one write at a time, the newest words last. `id` is
 * null until there is something to keep.
 */
export function useKeptDraft() {
  const [draft, show] = useState<Draft>(EMPTY_DRAFT)
  const [keeping, setKeeping] = useState<Keeping>('idle')
  const [id, setId] = useState<string | null>(null)
  const place = useRef<{ id: string | null; waiting: Draft | null }>({ id: null, waiting: null })
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const running = useRef<Promise<string | null>>(Promise.resolve(null))

  const write = useCallback(async (): Promise<string | null> => {
    const { waiting } = place.current
    if (!waiting) return place.current.id
    place.current.waiting = null
    const input = keptInput(waiting)
    try {
      // A draft that was published or deleted elsewhere is kept as a new one rather than lost.
      if (place.current.id && (await updateDraft(place.current.id, input))) return place.current.id
      const fresh = crypto.randomUUID()
      await insertDraft(fresh, input)
      place.current.id = fresh
      setId(fresh)
      return fresh
    } catch (error) {
      place.current.waiting ??= waiting
      throw error
    }
  }, [])

  /** Writes what still waits; resolves to the draft's id when it is kept, and rejects when it could not be. */
  const flush = useCallback((): Promise<string | null> => {
    clearTimeout(timer.current)
    setKeeping('keeping')
    const done = running.current.then(write, write)
    running.current = done
    done.then(
      () => setKeeping('kept'),
      () => setKeeping('failed'),
    )
    return done
  }, [write])

  const change = useCallback(
    (next: (current: Draft) => Draft) =>
      show((current) => {
        const changed = next(current)
        place.current.waiting = changed
        return changed
      }),
    [],
  )
  useEffect(() => {
    if (place.current.waiting !== draft) return
    if (place.current.id === null && isBlank(draft)) return
    timer.current = setTimeout(() => void flush(), PAUSE_MS)
    return () => clearTimeout(timer.current)
  }, [draft, flush])
  // What was typed in the last half second before closing.
  useEffect(
    () => () => {
      const { waiting, id: known } = place.current
      if (waiting && (known || !isBlank(waiting))) void flush()
    },
    [flush],
  )

  /** Opens another draft, or an empty one. */
  const open = useCallback((kept: { id: string; input: unknown } | null) => {
    clearTimeout(timer.current)
    place.current = { id: kept?.id ?? null, waiting: null }
    setId(kept?.id ?? null)
    setKeeping('idle')
    show(kept ? draftOf(kept.input) : EMPTY_DRAFT)
  }, [])

  return { draft, change, id, keeping, flush, open }
}
