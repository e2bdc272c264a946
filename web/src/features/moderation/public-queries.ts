// Owns what everybody reads of moderation, and the notice that anybody may file.
import { queryOptions, useMutation } from '@tanstack/react-query'
import { publicRows, publicRpc } from '#lib/data/public-rpc.ts'
import type { Localized } from '#lib/language/localized.ts'
import type { Ground, Measure } from './reasons.ts'

type Rules = {
  version: string
  rules: readonly { number: string; title: Localized; words: Localized }[]
  redress: { dispute_body: string | null }
  contact: { authorities: string | null; recipients: string | null; languages: readonly string[] }
}
export const rulesQuery = queryOptions({
  queryKey: ['moderation-public', 'rules'],
  queryFn: ({ signal }) => publicRpc<Rules>('moderation_rules_json', {}, signal),
})

type Shield = {
  warnings: number
  reviewed: number
  unfounded: number
  lists: readonly { source: string; list_date: string | null; entries: number }[]
}
export const shieldQuery = queryOptions({
  queryKey: ['moderation-public', 'shield'],
  queryFn: ({ signal }) => publicRpc<Shield>('shield_figures', {}, signal),
})

export type RegisterEntry = {
  number: number
  at: string
  act: 'taken' | 'reversed'
  of_number: number | null
  measure: Measure
  ground: readonly string[]
  automation: 'detection' | 'none'
  people: number
  commitment: string | null
  sequence: number
}
export const registerQuery = queryOptions({
  queryKey: ['moderation-public', 'register'],
  queryFn: ({ signal }) =>
    publicRows<RegisterEntry>(
      'moderation_register?select=number,at,act,of_number,measure,ground,automation,people,commitment,sequence&order=number.desc&limit=200',
      signal,
    ),
})

export type ReportMonth = {
  month: string
  notices: number
  notices_by_reason: Readonly<Record<string, number>>
  suspected_crimes: number
  measures: Readonly<Record<string, number>>
  detected: number
  median_hours: number | null
  appeals: number
  reversed: number
  warnings: number
  warnings_unfounded: number
  active_recipients: number | null
}
type Report = { months: readonly ReportMonth[]; average_recipients: number | null }

/** Twelve months, the present one first. */
export const reportQuery = queryOptions({
  queryKey: ['moderation-public', 'report'],
  queryFn: ({ signal }) => publicRpc<Report>('moderation_report', { months: 12 }, signal),
})

export type NoticeState = {
  reason: Ground
  filed_at: string
  outcome: 'upheld' | 'rejected' | null
  decided_at: string | null
}
export const noticeQuery = (code: string) =>
  queryOptions({
    queryKey: ['moderation-public', 'notice', code],
    queryFn: ({ signal }) => publicRpc<NoticeState | null>('notice_state', { code }, signal),
    enabled: code !== '',
    staleTime: 0,
  })

type Notice = {
  place: string
  reason: Ground
  words: string
  name: string
  mail: string
  good_faith: boolean
  crime: boolean
  language: string
}
/** Files a notice; the answer has its code. The client is fetched with it, since most readers file none. */
export const useFileNotice = () =>
  useMutation({
    mutationFn: async (notice: Notice) => {
      const { supabase } = await import('#lib/data/client.ts')
      const { data, error } = await supabase.rpc('file_notice', notice)
      if (error) throw error
      return data as { code: string }
    },
  })
