// Owns the back-office's reads and writes of members.
import type { AuditEntry } from '#lib/data/audit.ts'
import { supabase } from '#lib/data/client.ts'
import { unwrap, useWrite } from '#lib/data/query.ts'
import type { FileResource, ListResource } from '#lib/data/resource.ts'
import type { StaffRole } from '#lib/session/session.tsx'
import { searchWords } from '../search-words.ts'

export type Member = {
  id: string
  username: string
  first_name: string
  last_name: string
  email: string | null
  phone: string | null
  tier: 'freemium' | 'premium'
  premium_until: string | null
  staff_role: StaffRole | null
  suspended_at: string | null
  created_at: string
}

export type MemberFile = Omit<Member, 'premium_until'> & {
  locale: string
  time_zone: string
  newsletter: boolean
  disclaimer_version: string | null
  disclaimer_accepted_at: string | null
  email_confirmed_at: string | null
  last_sign_in_at: string | null
  factors: number
  sessions: readonly {
    id: string
    started_at: string
    last_used_at: string
    user_agent: string | null
    ip: string | null
    assurance: string
  }[]
  grants: readonly { id: number; source: string; starts_at: string; ends_at: string }[]
  suspensions: readonly { id: number; reason: string; suspended_at: string; reinstated_at: string | null }[]
  requests: readonly { id: string; broker: string; state: string; created_at: string }[]
}

export const MEMBERS: ListResource<Member> = {
  name: 'office-members',
  list: async ({ filter, after, most }) => {
    const { q, tier, role, state } = filter
    const rows = unwrap(
      await supabase.rpc('list_members', {
        ...(q ? { query: searchWords(q).join(' ') } : {}),
        ...(tier ? { of_tier: tier } : {}),
        ...(role ? { of_role: role } : {}),
        ...(state ? { of_state: state } : {}),
        ...(after ? { before_at: after.created_at, before_id: after.id } : {}),
        most,
      }),
    )
    return rows.map(({ user_id, ...row }) => ({ id: user_id, ...row }) as Member)
  },
}

export const MEMBER_FILES: FileResource<MemberFile> = {
  name: 'office-member-files',
  one: async (id) => {
    const [row, file] = await Promise.all([
      supabase
        .from('members')
        .select('username,first_name,last_name,email,phone,staff_role,suspended_at,created_at')
        .eq('user_id', id)
        .maybeSingle(),
      supabase.rpc('member_file', { member: id }),
    ])
    const found = unwrap(row)
    const rest = unwrap(file)
    return found && rest ? ({ id, ...found, ...(rest as object) } as MemberFile) : null
  },
}

export const MEMBER_TRAILS: ListResource<AuditEntry> = {
  name: 'office-member-trails',
  list: async ({ filter: { member = '' }, after, most }) =>
    unwrap(
      await supabase.rpc('member_trail', { member, most, ...(after ? { before_id: after.id } : {}) }),
    ) as AuditEntry[],
}

const STALE = [[MEMBERS.name], [MEMBER_FILES.name], [MEMBER_TRAILS.name]] as const

export const useSuspend = () =>
  useWrite(
    async (input: { member: string; reason: string }) => unwrap(await supabase.rpc('suspend_member', input)),
    STALE,
  )
export const useReinstate = () =>
  useWrite(async (member: string) => unwrap(await supabase.rpc('reinstate_member', { member })), STALE)
export const useEndSessions = () =>
  useWrite(async (member: string) => unwrap(await supabase.rpc('end_member_sessions', { member })), STALE)
export const useStaffRole = () =>
  useWrite(
    async ({ member, role }: { member: string; role: StaffRole | null }) =>
      // Removing a role is sent as null, which the generated argument type does not allow.
      unwrap(await supabase.rpc('set_staff_role', { member, role: role as string })),
    STALE,
  )
