// Owns every read and write of a member's notification preferences and push devices.
import { queryOptions } from '@tanstack/react-query'
import type { Category } from 'mails/notification-categories'
import { supabase } from '#lib/data/client.ts'
import { publicRpc } from '#lib/data/public-rpc.ts'
import { unwrap, useWrite } from '#lib/data/query.ts'
import type { NotificationPreferences } from './preference-choice.ts'

export const preferencesQuery = (userId: string) =>
  queryOptions({
    queryKey: ['account', 'notifications', userId],
    queryFn: async () =>
      unwrap(
        (await supabase
          .from('notification_preferences')
          .select('in_app,email,digest,push,digest_hour,quiet_from,quiet_to,signals_pierce')
          .eq('user_id', userId)
          .single()) as never,
      ) as NotificationPreferences,
  })

export const useSavePreferences = (userId: string) =>
  useWrite(
    async (changes: Partial<NotificationPreferences>) =>
      unwrap(
        await supabase
          .from('notification_preferences')
          .update(changes as never)
          .eq('user_id', userId)
          .select('user_id')
          .single(),
      ),
    [
      ['account', 'notifications', userId],
      ['account', 'profile', userId],
    ],
    'notification-preferences',
  )

export type PushDevice = {
  id: number
  endpoint: string
  user_agent: string | null
  created_at: string
  last_reached_at: string | null
  last_error: string | null
}

const DEVICES = ['account', 'push-devices'] as const

export const devicesQuery = queryOptions({
  queryKey: DEVICES,
  queryFn: async () =>
    unwrap(
      await supabase
        .from('push_devices')
        .select('id,endpoint,user_agent,created_at,last_reached_at,last_error')
        .order('id'),
    ) as readonly PushDevice[],
})

/** The public key that a browser subscribes with; null until the worker has created it. */
export const readPushKey = async (): Promise<string | null> => unwrap(await supabase.rpc('push_public_key'))

export const useAddDevice = () =>
  useWrite(
    async (subscribe: () => Promise<{ endpoint: string; p256dh: string; auth: string }>) =>
      unwrap(
        await supabase.rpc('add_push_device', { ...(await subscribe()), user_agent: navigator.userAgent }),
      ),
    [DEVICES],
  )

/** If the device is this browser, call `unsubscribe` first: its next push would remove a row without a subscription anyway. */
export const useRemoveDevice = () =>
  useWrite(
    async ({ id, unsubscribe }: { id: number; unsubscribe: (() => Promise<void>) | undefined }) => {
      await unsubscribe?.()
      return unwrap(await supabase.from('push_devices').delete().eq('id', id))
    },
    [DEVICES],
  )

/** False if the last test was a moment ago. */
export const useTestDevice = () =>
  useWrite(async (id: number) => unwrap(await supabase.rpc('test_push_device', { device_id: id })), [DEVICES])

/** What an unsubscribe link is about, and whether it is still subscribed to. No session is needed. */
export type Subscription = { category: Category | 'digest'; subscribed: boolean } | null

export const subscriptionQuery = (token: string) =>
  queryOptions({
    queryKey: ['account', 'unsubscribe', token],
    queryFn: ({ signal }) => publicRpc<Subscription>('unsubscribe_state', { token }, signal),
  })

export const useUnsubscribe = (token: string) =>
  useWrite(
    (undo: boolean) => publicRpc<Subscription>('unsubscribe', { token, undo }, AbortSignal.timeout(15_000)),
    [['account', 'unsubscribe', token]],
  )
