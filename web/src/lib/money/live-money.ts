import { useQueryClient } from '@tanstack/react-query'
import { useLive } from '#lib/live/use-live.ts'
import { MONEY } from './money.ts'

/** Reads a member's money anew whenever the server says that it changed. For screens without the bell, whose channel says it too. */
export function useLiveMoney(userId: string | null): void {
  const cache = useQueryClient()
  const refresh = () => void cache.invalidateQueries({ queryKey: MONEY })
  // What changed before the channel stood is read once it does.
  useLive(userId && `member:${userId}`, { money: refresh }, (state) => state === 'joined' && refresh())
}
