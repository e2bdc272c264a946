import { useTranslation } from '#lib/language/i18n.ts'
import { classNames } from './class-names.ts'

/** The whole screen while a part of the application is fetched (S-01). `late`: over a screen that stays, only once it takes a moment. */
export function FullScreenSpinner({ late = false }: { late?: boolean }) {
  const { t } = useTranslation('ui')
  return (
    <div
      role="status"
      className={classNames('fixed inset-0 z-30 grid place-items-center bg-bg', late && 'animate-late')}
    >
      <span className="route-progress" aria-hidden />
      <span
        className="size-8 animate-spin rounded-pill border-2 border-line-strong border-t-lamp-edge"
        aria-hidden
      />
      <span className="sr-only">{t('loading')}</span>
    </div>
  )
}

/** A part that waits, in the size of an icon. What it waits for is said beside it. */
export function Spinner() {
  return (
    <span
      className="block size-4 shrink-0 animate-spin rounded-pill border-2 border-current border-r-transparent"
      aria-hidden
    />
  )
}
