import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { supabase } from './client.ts'
import { MONEY } from './money.ts'

/** Reads a member's money anew whenever the server says that it changed. For screens without the bell, whose channel says it too. */
export function useLiveMoney(userId: string | null): void {
  const cache = useQueryClient()
  useEffect(() => {
    if (userId === null) return
    const refresh = () => void cache.invalidateQueries({ queryKey: MONEY })
    const channel = supabase
      .channel(`member:${userId}`, { config: { private: true } })
      .on('broadcast', { event: 'money' }, refresh)
    void supabase.realtime.setAuth().then(() =>
      channel.subscribe((status) => {
        // What changed before the channel stood is read once it does.
        if (status === 'SUBSCRIBED') refresh()
      }),
    )
    return () => void supabase.removeChannel(channel)
  }, [userId, cache])
}
