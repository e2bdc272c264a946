import type { RealtimeChannel } from '@supabase/realtime-js'
import { useEffect, useEffectEvent, useState } from 'react'
import { displayName } from '#lib/session/person-name.ts'
import { useSession } from '#lib/session/session.tsx'

export type Editor = { id: string; name: string }
type Saved = { version: number; author_name: string }

/** Resolves when the previous channel is closed: two channels of one topic must not overlap. */
let leaving: Promise<unknown> = Promise.resolve()

/**
 * Who else has an item open, and what they save. Nothing depends on it: even without the channel, the database refuses a save
 * based on an old version.
 */
export function useEditors(item: string, onSaved: (saved: Saved) => void): readonly Editor[] {
  const { user } = useSession()
  const me = user?.id ?? ''
  const name = user ? displayName(user) : ''
  const [editors, setEditors] = useState<readonly Editor[]>([])
  const hear = useEffectEvent(onSaved)
  useEffect(() => {
    let left = false
    let channel: RealtimeChannel | undefined
    const join = async () => {
      const [{ realtime }] = await Promise.all([import('#lib/live/realtime.ts'), leaving])
      await realtime.setAuth()
      if (left) return
      const joined = realtime.channel(`content:${item}`, { config: { private: true, presence: { key: me } } })
      channel = joined
      joined
        .on('broadcast', { event: 'saved' }, ({ payload }) => hear(payload as Saved))
        .on('presence', { event: 'sync' }, () => {
          const present = joined.presenceState<{ name: string }>()
          setEditors(
            Object.entries(present).flatMap(([id, [one]]) =>
              id === me || !one ? [] : [{ id, name: one.name }],
            ),
          )
        })
        .subscribe((status) => {
          if (status === 'SUBSCRIBED') void joined.track({ name })
        })
    }
    join().catch((error: unknown) => console.error('the channel of the editors could not be joined', error))
    return () => {
      left = true
      if (channel) leaving = channel.unsubscribe().catch(() => undefined)
      setEditors([])
    }
  }, [item, me, name])
  return editors
}
