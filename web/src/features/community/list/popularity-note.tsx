import { useTranslation } from '#lib/language/i18n.ts'
import { Popover } from '#ui/overlay/popover.tsx'

/** What makes a thread popular, in one sentence, with the whole formula on demand. */
export function PopularityNote() {
  const { t } = useTranslation('community')
  return (
    <div className="mt-1 max-w-220 text-12 text-pretty text-muted">
      {t('popularity.note')}{' '}
      <Popover
        align="start"
        trigger={
          <button
            type="button"
            className="relative text-text underline decoration-line-strong underline-offset-3 after:absolute after:-inset-3 hover:decoration-current"
          >
            {t('popularity.open')}
          </button>
        }
      >
        <div className="grid gap-2 text-13">
          <p className="font-semibold">{t('popularity.title')}</p>
          <p className="font-mono text-12">Σ points × 2^(−{t('popularity.hours')} ÷ 24)</p>
          <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1">
            {(['begun', 'reader', 'useful'] as const).map((name) => (
              <div key={name} className="contents">
                <dt className="text-muted">{t(`popularity.${name}`)}</dt>
                <dd className="tabular text-right font-medium">{t(`popularity.${name}Points`)}</dd>
              </div>
            ))}
          </dl>
          <p className="text-muted">{t('popularity.flag')}</p>
        </div>
      </Popover>
      <p className="mt-2">{t('risk')}</p>
    </div>
  )
}
