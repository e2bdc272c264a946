// Owns the back-office's reads of message delivery: pending messages and the Telegram chats.
import { queryOptions } from '@tanstack/react-query'
import type { Language } from 'mails/languages'
import { supabase } from '#lib/data/client.ts'
import { unwrap } from '#lib/data/query.ts'

export type ChannelState = {
  channel: 'push' | 'email' | 'digest'
  due: number
  later: number
  failing: number
  oldest: string | null
}

export type ChatState = {
  chat: 'premium' | 'free'
  configured: boolean
  language: Language
  last_sent_at: string | null
  last_error: string | null
  /** Set while the chat waits for a retry. */
  next_try_at: string | null
  waiting: number
  sent: number
}

type Telling = {
  facts: number
  devices: number
  channels: readonly ChannelState[]
  telegram: readonly ChatState[]
}

export const tellingQuery = queryOptions({
  queryKey: ['office-telling'],
  queryFn: async () => unwrap((await supabase.rpc('office_telling')) as never) as Telling,
  refetchInterval: 15_000,
})
