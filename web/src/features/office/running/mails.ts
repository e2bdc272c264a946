// Owns the back-office's reads of the email outbox.

import { queryOptions } from '@tanstack/react-query'
import type { MailData } from 'mails/mail'
import { supabase } from '#lib/data/client.ts'
import { unwrap } from '#lib/data/query.ts'
import type { FileResource, ListResource } from '#lib/data/resource.ts'

export type MailRow = {
  id: number
  to_address: string
  template: string
  created_at: string
  expires_at: string
  attempts: number
  last_error: string | null
  sent_at: string | null
  message_id: string | null
  failed_at: string | null
}

/** The input from which the worker composes an email. */
export type MailContent = {
  id: number
  template: string
  to_address: string
  data: MailData
  minutes: number
  language: string
  time_zone: string
  name: string
}

export const MAIL_STATES = ['waiting', 'retrying', 'sent', 'given_up', 'expired'] as const
export type MailState = (typeof MAIL_STATES)[number]

export const MAILS: ListResource<MailRow> = {
  name: 'office-mails',
  // The database returns up to a hundred rows, more than a page of this list.
  list: async ({ after }) =>
    unwrap(await supabase.rpc('list_mails', after ? { before_id: after.id } : {})) as unknown as MailRow[],
}

export const MAIL_CONTENTS: FileResource<MailContent> = {
  name: 'office-mail-contents',
  one: async (id) => {
    const content = unwrap(await supabase.rpc('read_mail', { mail_id: Number(id) }))
    return content ? ({ id: Number(id), ...(content as object) } as MailContent) : null
  },
}

export function mailState(mail: MailRow, now: Date): MailState {
  if (mail.sent_at) return 'sent'
  if (mail.failed_at) return 'given_up'
  if (new Date(mail.expires_at) <= now) return 'expired'
  return mail.attempts > 0 ? 'retrying' : 'waiting'
}

/** The title of each email template, by key: the heading of the email. Loads the texts of all emails. */
export const templateNamesQuery = (language: string) =>
  queryOptions({
    queryKey: ['office', 'mail-templates', language],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async (): Promise<Readonly<Record<string, string>>> => {
      const { chooseLanguage, texts } = await import('mails/texts')
      const { mails } = texts[chooseLanguage(language)]
      const names = Object.entries(mails).map(([key, { title }]) => [key, title] as const)
      return { ...Object.fromEntries(names), email_change: mails.email_change_current.title }
    },
  })
