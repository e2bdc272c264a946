import { supabase } from '#lib/data/client.ts'
import { unwrap, useWrite } from '#lib/data/query.ts'

/** Why a text may be reported. The last two are crimes and go first. */
export const REPORT_REASONS = [
  'promise',
  'contact',
  'impersonation',
  'insult',
  'advertising',
  'illegal',
  'advice',
  'off_topic',
  'personal_data',
  'copyright',
  'threat',
  'minors',
] as const
export type ReportReason = (typeof REPORT_REASONS)[number]
export const isCrime = (reason: ReportReason): boolean => reason === 'threat' || reason === 'minors'

export type Report = { subject: string; reason: ReportReason; words: string }

/** Reports a text; the answer has the code under which its decision is found. */
export const useReport = () =>
  useWrite(
    async ({ subject, reason, words }: Report) =>
      unwrap(
        await supabase.rpc('report', { subject, reason, words, good_faith: true, crime: isCrime(reason) }),
      ) as unknown as { id: string; code: string },
  )
