import { useQuery } from '@tanstack/react-query'
import { MailWarning } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { Link } from '#lib/browser/router-link.tsx'
import { useFormat } from '#lib/language/format.ts'
import { useLanguage, useTranslation } from '#lib/language/i18n.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { DetailSection } from '#ui/figure/facts.tsx'
import { Field } from '#ui/form/field.tsx'
import { Input } from '#ui/form/input.tsx'
import { Notice } from '#ui/notice.tsx'
import { DetailSheet } from '#ui/overlay/detail-sheet.tsx'
import { toast } from '#ui/overlay/toast.tsx'
import { moneyRefusalOf } from '../money-refusal.ts'
import { type UnsentNotice, unsentNoticesQuery, useNoticeTold, useResendNotice } from './notices.ts'

/** Yearly renewals whose notice was not sent, shown first because of their deadlines. */
export function UnsentNotices() {
  const { t } = useTranslation('office-money')
  const [open, setOpen] = useState(false)
  const notices = useQuery(unsentNoticesQuery).data ?? []
  if (notices.length === 0 && !open) return null
  return (
    <div className="w-full">
      <Notice icon={<MailWarning size={16} strokeWidth={1.75} aria-hidden />}>
        {t('notices.some', { count: notices.length })}{' '}
        <button type="button" className="font-medium text-text underline" onClick={() => setOpen(true)}>
          {t('notices.show')}
        </button>
      </Notice>
      <DetailSheet open={open} title={t('notices.title')} onClose={() => setOpen(false)}>
        <DetailSection title={t('notices.law')}>
          <p className="text-13 text-pretty text-muted">{t('notices.lawText')}</p>
        </DetailSection>
        {notices.map((notice) => (
          <NoticeRow key={notice.id} notice={notice} />
        ))}
        {notices.length === 0 && <p className="px-4 py-6 text-muted md:px-6">{t('notices.none')}</p>}
      </DetailSheet>
    </div>
  )
}

/** One unsent notice with its reason and deadline. Staff resend it, or record that they informed the member otherwise. */
function NoticeRow({ notice }: { notice: UnsentNotice }) {
  const { t } = useTranslation('office-money')
  const format = useFormat()
  const language = useLanguage()
  const [words, setWords] = useState('')
  const [resend, told] = [useResendNotice(), useNoticeTold()]
  const error = resend.error ?? told.error
  const submit = (event: FormEvent) => {
    event.preventDefault()
    told.mutate({ notice: notice.id, words }, { onSuccess: () => toast({ title: t('notices.noted') }) })
  }
  return (
    <section className="grid gap-3 border-t border-line px-4 py-4 md:px-6">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Link to={`/admin/membres?membre=${notice.user_id}`} className="font-medium underline">
          {notice.member_name ?? notice.email ?? t('erased')}
        </Link>
        <Badge tone="warn">{t(`notices.why.${notice.why}`)}</Badge>
      </div>
      <p className="tabular text-13 text-pretty text-muted">
        {t('notices.facts', {
          plan: notice.plan[language],
          amount: format.money(notice.amount, notice.currency),
          renewal: format.parisLongDay(notice.renews_on),
          deadline: format.parisLongDay(notice.deadline),
        })}
      </p>
      {notice.error && <code className="[overflow-wrap:anywhere] text-12 text-muted">{notice.error}</code>}
      {error !== null && <Notice refusal>{t(`refused.${moneyRefusalOf(error)}`)}</Notice>}
      <form onSubmit={submit} className="flex flex-wrap items-end gap-2" noValidate>
        <Field className="min-w-48 flex-1" label={t('notices.otherwise')}>
          <Input
            value={words}
            maxLength={500}
            placeholder={t('notices.example')}
            onChange={({ target }) => setWords(target.value)}
          />
        </Field>
        <Button type="submit" size="lg" variant="outline" busy={told.isPending}>
          {t('notices.note')}
        </Button>
        {notice.why !== 'no_address' && (
          <Button
            size="lg"
            variant="outline"
            busy={resend.isPending}
            onClick={() =>
              resend.mutate(notice.id, { onSuccess: () => toast({ title: t('notices.resent') }) })
            }
          >
            {t('notices.resend')}
          </Button>
        )}
      </form>
    </section>
  )
}
