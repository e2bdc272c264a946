import { useQueryClient } from '@tanstack/react-query'
import { useTopic } from '#lib/live/use-topic.ts'
import { MONEY } from './money.ts'

/** Reads a member's money anew whenever the server says that it changed. For screens without the bell, whose channel says it too. */
export function useLiveMoney(userId: string | null): void {
  const cache = useQueryClient()
  const refresh = () => void cache.invalidateQueries({ queryKey: MONEY })
  useTopic(userId && `member:${userId}`, { money: refresh }, refresh)
}
