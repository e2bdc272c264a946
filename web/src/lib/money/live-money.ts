import { useQueryClient } from '@tanstack/react-query'
import { useTopic } from '#lib/live/use-topic.ts'
import { MONEY } from './money.ts'

/**
 * Reads a member's money again whenever the server reports a change. For screens without the bell, whose channel also reports
 * it.
 */
export function useLiveMoney(userId: string | null): void {
  const cache = useQueryClient()
  const refresh = () => void cache.invalidateQueries({ queryKey: MONEY })
  useTopic(userId && `member:${userId}`, { money: refresh }, refresh)
}
