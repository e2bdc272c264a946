import { useQuery } from '@tanstack/react-query'
import { memberQuery, ownBlocksQuery, ownMemberQuery } from '#lib/community/members.ts'
import { usePresence } from '#lib/live/use-presence.ts'
import { useMemberName } from '#parts/conversation/member-name.tsx'

type Here = { member: string; writes: boolean }

/** Shows whether the reader writes here, and returns the names of two others who do, and how many more. */
export function useTyping(thread: string, writes: boolean): { names: readonly string[]; more: number } {
  const { data: me } = useQuery(ownMemberQuery)
  const { data: blocks = [] } = useQuery(ownBlocksQuery)
  const here = usePresence<Here>(`thread:${thread}`, me ? { member: me.id, writes } : null)
  const nameOf = useMemberName()
  const blocked = new Set(blocks.map(({ id }) => id))
  const writing = [
    ...new Set(
      here
        .filter((one) => one.writes && one.member !== me?.id && !blocked.has(one.member))
        .map(({ member }) => member),
    ),
  ]
  // A page may claim any id: only names that the database knows are shown.
  const first = useQuery({ ...memberQuery(writing[0] ?? ''), enabled: writing.length > 0 })
  const second = useQuery({ ...memberQuery(writing[1] ?? ''), enabled: writing.length > 1 })
  const known = [writing.length > 0 ? first.data : null, writing.length > 1 ? second.data : null]
  const names = known.flatMap((member) => (member ? [nameOf(member)] : []))
  return { names, more: Math.max(0, writing.length - 2) }
}
