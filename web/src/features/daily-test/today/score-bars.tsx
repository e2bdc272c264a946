import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { classNames } from '#ui/class-names.ts'

/** How many players have each score, in ink; the needle stands on the member's own. */
export function ScoreBars({ counts, score }: { counts: readonly number[]; score: number }) {
  const { t } = useTranslation('daily-test')
  const format = useFormat()
  const most = Math.max(1, ...counts)
  const players = counts.reduce((sum, count) => sum + count, 0)
  const mean = counts.reduce((sum, count, at) => sum + count * at, 0) / Math.max(1, players)
  return (
    <figure className="grid h-full content-between gap-3">
      <figcaption className="flex justify-between gap-2 text-13 text-muted">
        <span>{t('scores.title')}</span>
        <span className="tabular">{t('scores.mean', { mean: format.number(mean, 1) })}</span>
      </figcaption>
      <div
        role="img"
        aria-label={t('scores.label', {
          counts: counts
            .map((count, at) => t('scores.at', { score: at, count: format.number(count) }))
            .join(', '),
        })}
        className="grid grid-cols-11 items-end gap-1 pt-5"
      >
        {counts.map((count, at) => {
          const own = at === score
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a bar is its score
            <span key={at} className="grid justify-items-center gap-1.5">
              <span className="relative flex h-24 w-full items-end">
                <i
                  className={classNames('relative w-full rounded-t-[2px]', own ? 'bg-text' : 'bg-control/45')}
                  style={{ height: `${Math.max(1, (count / most) * 100).toFixed(1)}%` }}
                >
                  {own && (
                    <i className="absolute -top-4 left-1/2 h-3 w-1 -translate-x-1/2 rounded-[2px] bg-lamp-edge" />
                  )}
                </i>
              </span>
              <span className={classNames('tabular text-12', own ? 'font-semibold' : 'text-faint')}>
                {at}
              </span>
            </span>
          )
        })}
      </div>
    </figure>
  )
}
