import { useCallback } from 'react'
import { useAtNow } from '#lib/live/use-now.ts'
import { useWhenAt } from './when.ts'

/** A time as a conversation writes it. */
export function When({ at }: { at: string }) {
  const when = useWhenAt()
  return <time dateTime={at}>{useAtNow(useCallback((now) => when(at, now), [when, at]))}</time>
}
