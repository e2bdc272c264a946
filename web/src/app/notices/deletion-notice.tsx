import { useQuery } from '@tanstack/react-query'
import { CalendarX2 } from 'lucide-react'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { deletionQuery, useKeepAccount } from '#lib/session/own-deletion.ts'
import { Button } from '#ui/button.tsx'
import { toast } from '#ui/overlay/toast.tsx'

/** On every screen of an account scheduled for erasure: the date, and the link to keep the account. */
export default function DeletionNotice() {
  const { t } = useTranslation('shell')
  const format = useFormat()
  const due = useQuery(deletionQuery)
  const keep = useKeepAccount()
  if (!due.data) return null
  return (
    <section aria-label={t('deletion.title')} className="px-4 pt-4 lg:px-6">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-control bg-warn-tint px-3 py-2 text-13 text-warn">
        <CalendarX2 size={16} strokeWidth={1.75} className="shrink-0" aria-hidden />
        <p className="min-w-0 flex-1 basis-60 text-pretty">
          {t('deletion.text', { date: format.longDate(due.data) })}
          {keep.isError ? (
            <span role="alert" className="block font-medium">
              {t('deletion.refused')}
            </span>
          ) : null}
        </p>
        <Button
          size="sm"
          busy={keep.isPending}
          disabled={keep.isPending}
          onClick={() =>
            keep.mutate(undefined, {
              onSuccess: () => toast({ title: t('deletion.kept'), description: t('deletion.keptText') }),
            })
          }
        >
          {t('deletion.keep')}
        </Button>
      </div>
    </section>
  )
}
