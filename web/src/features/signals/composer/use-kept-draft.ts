import { useCallback, useEffect, useRef, useState } from 'react'
import { insertDraft, updateDraft } from './composer-queries.ts'
import { type Draft, draftOf, EMPTY_DRAFT, isBlank, keptInput } from './draft.ts'

const PAUSE_MS = 500

export type Keeping = 'idle' | 'keeping' | 'kept' | 'failed'

/**
 * Saves a draft in the database half a second after the last key: one write at a time, the newest text last. `id` is null
 * until there is something to save.
 */
export function useKeptDraft() {
  const [draft, show] = useState<Draft>(EMPTY_DRAFT)
  const [keeping, setKeeping] = useState<Keeping>('idle')
  const [id, setId] = useState<string | null>(null)
  const place = useRef<Place>({ id: null, waiting: null })
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const running = useRef<Promise<string | null>>(Promise.resolve(null))

  /** Writes what is pending, after every write started before it. */
  const write = useCallback((at: Place): Promise<string | null> => {
    const begin = async () => {
      const known = at.id
      const fresh = await keep(at)
      if (fresh !== known && place.current === at) setId(fresh)
      return fresh
    }
    const done = running.current.then(begin, begin)
    running.current = done
    return done
  }, [])

  /** Writes what is pending; resolves to the draft's id once saved, and rejects if that failed. */
  const flush = useCallback((): Promise<string | null> => {
    clearTimeout(timer.current)
    setKeeping('keeping')
    const done = write(place.current)
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
    if (place.current.waiting !== draft || !isWorthKeeping(place.current)) return
    timer.current = setTimeout(() => void flush(), PAUSE_MS)
    return () => clearTimeout(timer.current)
  }, [draft, flush])
  // Text typed in the last half second before closing.
  useEffect(
    () => () => {
      if (isWorthKeeping(place.current)) void flush()
    },
    [flush],
  )

  /** Opens another draft, or an empty one; the text of the previous one is saved. */
  const open = useCallback(
    (kept: { id: string; input: unknown } | null) => {
      clearTimeout(timer.current)
      if (isWorthKeeping(place.current)) write(place.current).catch(() => setKeeping('failed'))
      place.current = { id: kept?.id ?? null, waiting: null }
      setId(kept?.id ?? null)
      setKeeping('idle')
      show(kept ? draftOf(kept.input) : EMPTY_DRAFT)
    },
    [write],
  )

  return { draft, change, id, keeping, flush, open }
}

/** Where a draft is saved, and what is still pending. */
type Place = { id: string | null; waiting: Draft | null }

const isWorthKeeping = ({ id, waiting }: Place): boolean =>
  waiting !== null && (id !== null || !isBlank(waiting))

async function keep(at: Place): Promise<string | null> {
  const { id, waiting } = at
  if (!waiting) return id
  at.waiting = null
  const input = keptInput(waiting)
  try {
    // A draft that was published or deleted elsewhere is saved as a new one rather than lost.
    if (id && (await updateDraft(id, input))) return id
    const fresh = crypto.randomUUID()
    await insertDraft(fresh, input)
    at.id = fresh
    return fresh
  } catch (error) {
    at.waiting ??= waiting
    throw error
  }
}
