import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { Card } from '#ui/card.tsx'
import { classNames } from '#ui/class-names.ts'
import type { ForecastAnswer } from '../queries.ts'

/** What others said about the same chart. Shown after the answer, never before. */
export function OthersCard({ answer }: { answer: ForecastAnswer }) {
  const { t } = useTranslation('daily-test')
  const format = useFormat()
  const { others, probability } = answer
  if (!others) return null
  const most = Math.max(1, ...others.counts)
  const own = Math.min(9, Math.floor(probability / 10))
  return (
    <Card className="p-5">
      <div className="flex items-baseline justify-between gap-3">
        <h3 className="font-semibold">{t('others.title', { count: others.n })}</h3>
        <span className="tabular text-13 text-muted">
          {t('others.mean', { mean: format.inPercent(others.mean) })}
        </span>
      </div>
      <div
        role="img"
        aria-label={others.counts
          .map((count, at) => t('others.bar', { from: at * 10, to: at * 10 + 10, count }))
          .join(' ')}
        className="mt-3 flex h-16 items-end gap-1"
      >
        {others.counts.map((count, at) => (
          <i
            // biome-ignore lint/suspicious/noArrayIndexKey: a bar is its tenth
            key={at}
            className={classNames('flex-1 rounded-t-[2px]', at === own ? 'bg-text' : 'bg-control/45')}
            style={{ height: `${Math.max(2, (count / most) * 100).toFixed(1)}%` }}
          />
        ))}
      </div>
      <p className="tabular mt-1 flex justify-between text-12 text-muted">
        <span>{format.inPercent(0)}</span>
        <b className="text-text">{t('others.you', { probability: format.inPercent(probability) })}</b>
        <span>{format.inPercent(100)}</span>
      </p>
    </Card>
  )
}
