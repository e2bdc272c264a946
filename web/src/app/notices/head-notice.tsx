import { useQuery } from '@tanstack/react-query'
import { ShieldAlert } from 'lucide-react'
import { Link } from '#lib/browser/router-link.tsx'
import { useTranslation } from '#lib/language/i18n.ts'
import { keptHeadsQuery } from '#lib/record/kept-heads.ts'
import { Button } from '#ui/button.tsx'

/** Compares the chain heads stored on this device with those shown now, and warns if they contradict each other. */
export default function HeadNotice() {
  const { t } = useTranslation('shell')
  const { data: memory } = useQuery(keptHeadsQuery)
  if (!memory?.alarm) return null
  return (
    <div className="px-4 pt-4 lg:px-6">
      <div
        role="alert"
        className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-control bg-warn-tint px-3 py-2 text-13 text-warn"
      >
        <span className="flex min-w-0 flex-1 basis-60 items-center gap-2 text-pretty">
          <ShieldAlert size={16} strokeWidth={1.75} className="shrink-0" aria-hidden />
          {t('keptHeads.alarm')}
        </span>
        <Button asChild variant="outline" size="sm">
          <Link to="/preuve">{t('keptHeads.look')}</Link>
        </Button>
      </div>
    </div>
  )
}
