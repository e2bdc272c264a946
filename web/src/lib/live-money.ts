import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { joinChannel } from './channel.ts'
import { MONEY } from './money.ts'

/** Reads a member's money anew whenever the server says that it changed. For screens without the bell, whose channel says it too. */
export function useLiveMoney(userId: string | null): void {
  const cache = useQueryClient()
  useEffect(() => {
    if (userId === null) return
    const refresh = () => void cache.invalidateQueries({ queryKey: MONEY })
    // What changed before the channel stood is read once it does.
    return joinChannel(`member:${userId}`, { money: refresh }, (state) => state === 'joined' && refresh())
  }, [userId, cache])
}
