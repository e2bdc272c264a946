// Owns every read and write of the server's webhooks and their deliveries.
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { supabase } from '#lib/data/client.ts'
import { unwrap, useWrite } from '#lib/data/query.ts'

export type Endpoint = {
  id: number
  name: string
  url: string
  active: boolean
  switched_off_at: string | null
  switched_off_reason: 'staff' | 'failing' | null
  failing_since: string | null
}

export type Delivery = {
  id: number
  event: 'lead.created' | 'lead.qualified' | 'lead.erased' | 'test'
  state: 'pending' | 'delivered' | 'failed'
  attempts: number
  next_attempt_at: string
  created_at: string
  ended_at: string | null
  last_status: number | null
  last_error: string | null
  replay_of: number | null
  body: string
  endpoint: { name: string }
}

const WEBHOOKS = ['webhooks'] as const
const PAGE = 200

export const endpointsQuery = queryOptions({
  queryKey: [...WEBHOOKS, 'endpoints'],
  queryFn: async () =>
    unwrap(
      await supabase
        .from('webhook_endpoints')
        .select('id,name,url,active,switched_off_at,switched_off_reason,failing_since')
        .order('id'),
    ) as Endpoint[],
  refetchInterval: 15_000,
})

const DELIVERY =
  'id,event,state,attempts,next_attempt_at,created_at,ended_at,last_status,last_error,replay_of,body,endpoint:webhook_endpoints(name)'

/** Newest first, paged by the last row of the page before: deliveries that arrive meanwhile shift nothing. */
export const deliveriesQuery = infiniteQueryOptions({
  queryKey: [...WEBHOOKS, 'deliveries'],
  initialPageParam: null as number | null,
  queryFn: async ({ pageParam: before }) => {
    const newest = supabase
      .from('webhook_deliveries')
      .select(DELIVERY)
      .order('id', { ascending: false })
      .limit(PAGE)
    return unwrap(await (before === null ? newest : newest.lt('id', before))) as unknown as Delivery[]
  },
  getNextPageParam: (page) => (page.length < PAGE ? null : (page.at(-1)?.id ?? null)),
  // A delivery takes seconds: refresh for somebody who has just sent a test, not for somebody who reads far back.
  refetchInterval: ({ state }) => (state.data && state.data.pages.length > 1 ? false : 5_000),
})

/** The delivery that the address names, even if the list has not loaded it. */
export const deliveryQuery = (id: number) =>
  queryOptions({
    queryKey: [...WEBHOOKS, 'delivery', id],
    queryFn: async () =>
      unwrap(
        await supabase.from('webhook_deliveries').select(DELIVERY).eq('id', id).maybeSingle(),
      ) as unknown as Delivery | null,
    refetchInterval: 5_000,
  })

export type Attempt = {
  number: number
  at: string
  address: string | null
  status: number | null
  error: string | null
  duration_ms: number
}

export const attemptsQuery = (deliveryId: number) =>
  queryOptions({
    queryKey: [...WEBHOOKS, 'attempts', deliveryId],
    queryFn: async () =>
      unwrap(
        await supabase
          .from('webhook_attempts')
          .select('number,at,address,status,error,duration_ms')
          .eq('delivery_id', deliveryId)
          .order('number'),
      ) as Attempt[],
    refetchInterval: 5_000,
  })

export const useAddEndpoint = () =>
  useWrite(
    async (endpoint: { name: string; url: string }) =>
      unwrap(await supabase.from('webhook_endpoints').insert(endpoint)),
    [WEBHOOKS],
  )

export const useSwitchEndpoint = () =>
  useWrite(
    async ({ id, active }: { id: number; active: boolean }) =>
      unwrap(await supabase.from('webhook_endpoints').update({ active }).eq('id', id).select('id').single()),
    [WEBHOOKS],
  )

export const useRemoveEndpoint = () =>
  useWrite(
    async (id: number) =>
      unwrap(await supabase.from('webhook_endpoints').delete().eq('id', id).select('id').single()),
    [WEBHOOKS],
  )

export const useTestEndpoint = () =>
  useWrite(async (id: number) => unwrap(await supabase.rpc('test_webhook', { endpoint_id: id })), [WEBHOOKS])

export const useReplay = () =>
  useWrite(
    async (ids: readonly number[]) =>
      unwrap(await supabase.rpc('replay_deliveries', { delivery_ids: [...ids] })),
    [WEBHOOKS],
  )

export async function readSecret(id: number): Promise<string> {
  return unwrap(await supabase.rpc('webhook_secret', { endpoint_id: id }))
}
