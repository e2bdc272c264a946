// Owns what members see of each other. A member is named by an id of the community, never by their account.
import { queryOptions } from '@tanstack/react-query'
import { supabase } from '#lib/data/client.ts'
import { unwrap, useWrite } from '#lib/data/query.ts'
import { readTogether } from '#lib/data/read-together.ts'

export type Member = {
  id: string
  /** Null: the account is closed. */
  handle: string | null
  name: string | null
  /** The staff mark, set by the server alone. */
  staff_role: 'analyst' | 'admin' | null
  joined_at: string
}
export const MEMBER = 'id,handle,name,staff_role,joined_at'

const MEMBERS = ['community', 'members'] as const

/** The reader as a member of the community. */
export const ownMemberQuery = queryOptions({
  queryKey: ['community', 'me'],
  queryFn: async () => unwrap(await supabase.rpc('own_member')) as unknown as Member & { trust: number },
  staleTime: 5 * 60_000,
})

/** Members whose name or handle begins with these letters, for a mention. */
export const suggestedMembersQuery = (prefix: string) =>
  queryOptions({
    queryKey: [...MEMBERS, 'suggested', prefix],
    queryFn: async ({ signal }) =>
      unwrap(await supabase.rpc('suggest_members', { prefix }).abortSignal(signal)) as unknown as Member[],
    staleTime: 60_000,
  })

export const memberQuery = (id: string) =>
  queryOptions({
    queryKey: [...MEMBERS, 'one', id],
    queryFn: async () =>
      unwrap(
        await supabase.from('community_members').select(MEMBER).eq('id', id).maybeSingle(),
      ) as Member | null,
    staleTime: 5 * 60_000,
  })

const membersByHandle = readTogether(async (handles) => {
  const rows = unwrap(await supabase.from('community_members').select(MEMBER).in('handle', handles))
  return new Map((rows as Member[]).map((member) => [member.handle!, member]))
})

/** The member with a handle; null: nobody has it, or no more. */
export const memberByHandleQuery = (handle: string) =>
  queryOptions({
    queryKey: [...MEMBERS, 'handle', handle],
    queryFn: () => membersByHandle(handle),
    staleTime: 5 * 60_000,
  })

const BLOCKS = ['community', 'blocks'] as const

/** Whom the reader blocks. */
export const ownBlocksQuery = queryOptions({
  queryKey: BLOCKS,
  queryFn: async () => {
    const rows = unwrap(
      await supabase.from('member_blocks').select(`member:community_members!blocked(${MEMBER})`),
    ) as unknown as { member: Member }[]
    return rows.map(({ member }) => member)
  },
})

/** A block takes the words of a member out of everything that is read from now on. */
export const useBlock = () =>
  useWrite(
    async ({ member, on }: { member: string; on: boolean }) =>
      unwrap(
        on
          ? await supabase.from('member_blocks').insert({ blocked: member })
          : await supabase.from('member_blocks').delete().eq('blocked', member),
      ),
    [['community']],
  )
