import { useTranslation } from '#lib/language/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Kbd } from '#ui/kbd.tsx'
import { Link } from '#ui/link.tsx'
import { TenSeconds } from './paste/ten-seconds.tsx'

type Props = {
  /** What prevents publication; empty before the first attempt. */
  remark: string
  /** The author must prove themselves first. */
  unproven: boolean
  /** When the text was pasted. */
  since: number | null
  busy: boolean
  onClear: () => void
  onSchedule: () => void
  onPublish: () => void
}

/** What is left to do, the time since the paste, and the three acts. The button is never disabled: pressed early, it shows what lacks. */
export function ComposerFooter({ remark, unproven, since, busy, onClear, onSchedule, onPublish }: Props) {
  const { t } = useTranslation('signals')
  return (
    <div className="flex flex-wrap items-center gap-3">
      <p role="alert" className="min-w-0 flex-1 text-13 text-loss max-sm:basis-full max-sm:empty:hidden">
        {remark}
        {unproven && (
          <>
            {' '}
            <Link to="/mon-compte#securite">{t('staffSecurity')}</Link>
          </>
        )}
      </p>
      <TenSeconds since={since} />
      <Button onClick={onClear}>{t('compose.clear')}</Button>
      <Button onClick={onSchedule}>{t('prepare.schedule')}</Button>
      <Button
        variant="primary"
        className="max-sm:flex-1"
        busy={busy}
        onClick={onPublish}
        aria-keyshortcuts="Control+Enter Meta+Enter"
      >
        {t('compose.publish')}
        <span aria-hidden className="max-sm:hidden">
          <Kbd onLamp>Ctrl ↵</Kbd>
        </span>
      </Button>
    </div>
  )
}
