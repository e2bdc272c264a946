import { useQueryClient } from '@tanstack/react-query'
import { useLive } from '#lib/live/use-live.ts'
import { MONEY } from './money.ts'

/**
 * Reads a member's money again whenever the server reports a change. For screens without the bell, whose channel also reports
 * it.
 */
export function useLiveMoney(userId: string | null): void {
  const cache = useQueryClient()
  const refresh = () => void cache.invalidateQueries({ queryKey: MONEY })
  // Changes from before the channel connected are read once it has.
  useLive(userId && `member:${userId}`, { money: refresh }, (state) => state === 'joined' && refresh())
}
