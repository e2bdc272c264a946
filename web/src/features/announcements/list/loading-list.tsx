import { useTranslation } from '#lib/language/i18n.ts'
import { Skeleton } from '#ui/skeleton.tsx'

/** The list in its own shape while it is read. */
export function LoadingList() {
  const { t } = useTranslation('announcements')
  return (
    <div aria-busy>
      <span className="sr-only">{t('title')}</span>
      <div className="h-9 bg-well" />
      {['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight'].map((key) => (
        <div key={key} className="flex h-10 items-center gap-3 border-t border-line px-4 lg:px-6">
          <Skeleton className="h-3 w-11" />
          <Skeleton className="h-3 w-8" />
          <Skeleton className="h-3 w-64 max-w-1/2" />
          <Skeleton className="ml-auto h-3 w-40 max-sm:hidden" />
        </div>
      ))}
    </div>
  )
}
