// Owns every read, write and subscription of qualification requests, a member's own and the admins' queue.
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { startOfDay } from '#lib/announcements/announcement.ts'
import { supabase } from '#lib/data/client.ts'
import { unwrap, useWrite } from '#lib/data/query.ts'
import { storage } from '#lib/data/storage.ts'
import { useLiveList } from '#lib/live/use-live-list.ts'
import { useTopic } from '#lib/live/use-topic.ts'

export const STATES = ['pending', 'needs_information', 'approved', 'rejected', 'withdrawn'] as const
export type RequestState = (typeof STATES)[number]
export type Decision = 'approved' | 'rejected' | 'needs_information'

export type OwnRequest = {
  id: string
  broker: string
  account_number: string
  proof_path: string | null
  proof_removed_at: string | null
  note: string
  state: RequestState
  reason: string | null
  premium_until: string | null
  decided_at: string | null
  waiting_since: string
  created_at: string
}

export type QueuedRequest = OwnRequest & {
  user_id: string
  assignee: string | null
  decided_by: string | null
  same_account_as: string | null
  member: {
    username: string
    first_name: string
    last_name: string
    email: string | null
    phone: string | null
    /** Since when the account exists. */
    created_at: string
  }
}

export type RequestEvent = {
  id: number
  kind: 'submitted' | 'answered' | 'withdrawn' | 'assigned' | 'commented' | 'unmasked' | 'undone' | Decision
  words: string | null
  actor: string | null
  at: string
}

export const QUALIFICATION = ['qualification'] as const
const OWN =
  'id,broker,account_number,proof_path,proof_removed_at,note,state,reason,premium_until,decided_at,waiting_since,created_at'
const QUEUED = `${OWN},user_id,assignee,decided_by,same_account_as,member:members(username,first_name,last_name,email,phone,created_at)`
/** The maximum number of rows per API response. */
export const MOST_SHOWN = 1000

/** The topic of the queue; each message contains the request after the event. */
const QUEUE = 'staff:qualification'
type Told = { kind: RequestEvent['kind']; request: QueuedRequest }

const waitingQuery = queryOptions({
  queryKey: [...QUALIFICATION, 'waiting'],
  queryFn: async ({ signal }): Promise<readonly string[]> => {
    const waiting = supabase.from('qualification_requests').select('id').eq('state', 'pending')
    return unwrap(await waiting.limit(MOST_SHOWN).abortSignal(signal)).map(({ id }) => id)
  },
  staleTime: 60_000,
})

/** The number of pending requests, for staff who may see the queue. */
export const useWaitingCount = (): number =>
  useLiveList(QUEUE, waitingQuery, (ids, _event, { request: { id, state } }: Told) => {
    if (ids.includes(id) === (state === 'pending')) return ids
    return state === 'pending' ? [...ids, id] : ids.filter((one) => one !== id)
  }).data?.length ?? 0

const countsQuery = queryOptions({
  queryKey: [...QUALIFICATION, 'counts'],
  queryFn: async ({ signal }) => {
    const counts = STATES.map(async (state) => {
      const read = supabase.from('qualification_requests').select('id', { count: 'exact', head: true })
      const answer = await read.eq('state', state).abortSignal(signal)
      unwrap(answer)
      return [state, answer.count ?? 0] as const
    })
    return Object.fromEntries(await Promise.all(counts)) as Record<RequestState, number>
  },
})

/** How many requests are in each state, read anew after each event as what was decided is; undefined before the first count. */
export function useQueueCounts(): Record<RequestState, number> | undefined {
  const cache = useQueryClient()
  const anew = () => {
    for (const { queryKey } of [countsQuery, decidedQuery]) void cache.invalidateQueries({ queryKey })
  }
  useTopic(QUEUE, { request: anew }, anew)
  return useQuery(countsQuery).data
}

/** Open requests are sorted by waiting time, longest first; decided ones by date, newest first. */
export const isOldestFirst = (state: RequestState) => state === 'pending' || state === 'needs_information'

const queueQuery = (state: RequestState) =>
  queryOptions({
    queryKey: [...QUALIFICATION, 'queue', state],
    queryFn: async (): Promise<readonly QueuedRequest[]> =>
      unwrap(
        await supabase
          .from('qualification_requests')
          .select(QUEUED)
          .eq('state', state)
          .order('waiting_since', { ascending: isOldestFirst(state) })
          .limit(MOST_SHOWN),
      ) as unknown as QueuedRequest[],
  })

/** Today's decisions, newest first, and the last one of any day. */
export const decidedQuery = queryOptions({
  queryKey: [...QUALIFICATION, 'decided'],
  queryFn: async () => {
    const decided = () =>
      supabase
        .from('qualification_requests')
        .select(QUEUED)
        .in('state', ['approved', 'rejected'])
        .order('decided_at', { ascending: false })
    const midnight = startOfDay(Date.now()).toISOString()
    const [today, last] = await Promise.all([
      decided().gte('decided_at', midnight).limit(MOST_SHOWN),
      decided().limit(1),
    ])
    return {
      today: unwrap(today) as unknown as readonly QueuedRequest[],
      last: (unwrap(last) as unknown as readonly QueuedRequest[])[0],
    }
  },
})

/** Calls `onArrival` for each new request. */
export const useArrivals = (onArrival: () => void) =>
  useTopic(QUEUE, { request: ({ kind }: Told) => kind === 'submitted' && onArrival() }, () => {})

/** The requests in a state, kept live. */
export const useQueue = (state: RequestState) =>
  useLiveList(QUEUE, queueQuery(state), (rows, _event, { request }: Told) =>
    withRequest(rows, request, state),
  )

/** The list of a state after a request changed. */
export function withRequest(
  rows: readonly QueuedRequest[],
  request: QueuedRequest,
  state: RequestState,
): readonly QueuedRequest[] {
  const others = rows.filter(({ id }) => id !== request.id)
  if (request.state !== state) return others.length === rows.length ? rows : others
  const direction = isOldestFirst(state) ? 1 : -1
  const after = others.findIndex(
    ({ waiting_since }) => direction * (Date.parse(waiting_since) - Date.parse(request.waiting_since)) > 0,
  )
  return others.toSpliced(after < 0 ? others.length : after, 0, request)
}

/** A request that may be missing from the loaded list; null fetches nothing. */
export const useRequest = (requestId: string | null) =>
  useLiveList(
    requestId === null ? null : QUEUE,
    {
      queryKey: [...QUALIFICATION, 'request', requestId],
      queryFn: async () =>
        unwrap(
          await supabase
            .from('qualification_requests')
            .select(QUEUED)
            .eq('id', requestId as string)
            .maybeSingle(),
        ) as unknown as QueuedRequest | null,
      enabled: requestId !== null,
    },
    (known, _event, { request }: Told) => (request.id === requestId ? request : known),
  )

const eventsQuery = (requestId: string) =>
  queryOptions({
    queryKey: [...QUALIFICATION, 'events', requestId],
    queryFn: async () =>
      unwrap(
        await supabase
          .from('qualification_events')
          .select('id,kind,words,actor,at')
          .eq('request_id', requestId)
          .order('id'),
      ) as RequestEvent[],
  })

/** The events of a request. A member's own topic only signals that something happened, not what. */
export const useRequestEvents = (requestId: string, memberId: string | undefined) =>
  useLiveList(
    memberId === undefined ? QUEUE : `member:${memberId}`,
    eventsQuery(requestId),
    (events, event, told: Partial<Told>) =>
      event === 'request' && (told.request === undefined || told.request.id === requestId)
        ? undefined
        : events,
  )

export type Admin = { user_id: string; first_name: string; last_name: string; username: string }

export const adminsQuery = queryOptions({
  queryKey: [...QUALIFICATION, 'admins'],
  queryFn: async () =>
    unwrap(
      await supabase
        .from('members')
        .select('user_id,first_name,last_name,username')
        .eq('staff_role', 'admin')
        .order('username'),
    ) as Admin[],
  staleTime: 5 * 60_000,
})

export type DecisionInput = { ids: readonly string[]; decision: Decision; reason: string; days: number }

export const useDecide = () =>
  useWrite(
    async ({ ids, decision, reason, days }: DecisionInput) =>
      unwrap(
        await supabase.rpc('decide_qualification', {
          request_ids: [...ids],
          decision,
          reason,
          premium_days: days,
        }),
      ) as { decided: number; skipped: number },
    [QUALIFICATION],
  )

export const useAssign = () =>
  useWrite(
    async ({ ids, assignee }: { ids: readonly string[]; assignee: string | null }) =>
      unwrap(
        // Unassigning is sent as null, which the generated argument type does not allow.
        await supabase.rpc('assign_qualification', { request_ids: [...ids], assignee: assignee as string }),
      ),
    [QUALIFICATION],
  )

export const useComment = (requestId: string) =>
  useWrite(
    async (words: string) =>
      unwrap(await supabase.rpc('comment_qualification', { request_id: requestId, words })),
    [QUALIFICATION],
  )

const LINK_SECONDS = 300

/** A signed link to a proof. */
async function proofLink(path: string): Promise<string> {
  const { data, error } = await storage.from('proofs').createSignedUrl(path, LINK_SECONDS)
  if (error) throw error
  return data.signedUrl
}

/** A link to a proof; a new one before it ends. Not among what a write makes stale: the picture would be loaded anew. */
export const proofQuery = (path: string) =>
  queryOptions({
    queryKey: ['proof-link', path],
    queryFn: () => proofLink(path),
    staleTime: (LINK_SECONDS - 30) * 1000,
    gcTime: LINK_SECONDS * 1000,
  })

/** The latest request of a member, for their own page; null before the first. */
export const useOwnRequest = (userId: string) =>
  useLiveList(
    `member:${userId}`,
    {
      queryKey: [...QUALIFICATION, 'own', userId],
      queryFn: async () => {
        const newest = supabase.from('qualification_requests').select(OWN).eq('user_id', userId)
        const rows = unwrap(await newest.order('created_at', { ascending: false }).limit(1)) as OwnRequest[]
        return rows[0] ?? null
      },
    },
    (request, event) => (event === 'request' ? undefined : request),
  )

export type PartnerBroker = {
  slug: string
  name: string
  broker_accounts: readonly { minimum_deposit: number; currency: string }[]
}

export const brokersQuery = queryOptions({
  queryKey: [...QUALIFICATION, 'brokers'],
  queryFn: async () =>
    unwrap(
      await supabase
        .from('brokers')
        .select('slug,name,broker_accounts(minimum_deposit,currency)')
        .order('name'),
    ) as PartnerBroker[],
  staleTime: 5 * 60_000,
})

export type AskInput = { broker: string; account: string; proof: string | null; note: string }

export const useAsk = () =>
  useWrite(
    async ({ broker, account, proof, note }: AskInput) =>
      unwrap(
        await supabase.rpc('request_qualification', {
          broker,
          account_number: account,
          note,
          ...(proof ? { proof_path: proof } : {}),
        }),
      ),
    [QUALIFICATION],
  )

export const useAnswer = (requestId: string) =>
  useWrite(
    async ({ words, account, proof }: { words: string; account: string; proof: string | null }) =>
      unwrap(
        await supabase.rpc('answer_qualification', {
          request_id: requestId,
          words,
          ...(account ? { account_number: account } : {}),
          ...(proof ? { proof_path: proof } : {}),
        }),
      ),
    [QUALIFICATION],
  )

export const useWithdraw = (requestId: string) =>
  useWrite(
    async () => unwrap(await supabase.rpc('withdraw_qualification', { request_id: requestId })),
    [QUALIFICATION],
  )

/** Uploads a proof to the member's own folder and returns its path. */
export async function uploadProof(userId: string, file: File): Promise<string> {
  const ending = /\.[a-z0-9]{1,5}$/i.exec(file.name)?.[0].toLowerCase() ?? ''
  const path = `${userId}/${crypto.randomUUID()}${ending}`
  const { error } = await storage.from('proofs').upload(path, file, { contentType: file.type })
  if (error) throw error
  return path
}
