import { useTranslation } from '#lib/language/i18n.ts'
import { classNames } from './class-names.ts'

/** For the whole screen while its code is fetched (S-01). `late`: over the current screen, and only after a moment. */
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

/** In the size of an icon. The text beside it says what is waited for. */
export function Spinner() {
  return (
    <span
      className="block size-4 shrink-0 animate-spin rounded-pill border-2 border-current border-r-transparent"
      aria-hidden
    />
  )
}
