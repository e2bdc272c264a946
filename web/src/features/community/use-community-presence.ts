import { useQuery } from '@tanstack/react-query'
import { ownMemberQuery } from '#lib/community/members.ts'
import { usePresence } from '#lib/live/use-presence.ts'

export type Present = { member: string; writes: boolean }

/** Shows that the reader is in the community, and returns who else is; one state a page. */
export function useCommunityPresence(writes: boolean): readonly Present[] {
  const { data: me } = useQuery(ownMemberQuery)
  return usePresence<Present>('community', me ? { member: me.id, writes } : null)
}
