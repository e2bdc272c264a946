import { Check, ShieldCheck, X } from 'lucide-react'
import { Link } from '#lib/browser/router-link.tsx'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { Button } from '#ui/button.tsx'
import type { Bar, ExerciseAnswer, ExerciseView } from './exercise-chart-query.ts'

/** The mark of a line, what happened to it and to the sealed one, and where the others stood. The mark judges reasoning, never the outcome. */
export function ExerciseMark({ view, answer }: { view: ExerciseView; answer: ExerciseAnswer }) {
  const { t } = useTranslation('exercise')
  const format = useFormat()
  const write = (price: string) => format.price(price, view.instrument.digits)
  const pips = (from: string, to: string) =>
    format.number(Math.abs(Number(from) - Number(to)) / Number(view.instrument.pip), 1)
  const touched = view.task === 'stop' ? touchedAt(answer.after, Number(answer.price), view.direction) : null
  return (
    <aside className="grid content-start gap-6 xl:border-l xl:border-line xl:pl-6">
      <section aria-live="polite">
        <h3 className="text-13 text-muted">{t('mark')}</h3>
        <p className="mt-1">
          <span className="tabular text-40 leading-none font-semibold tracking-figure">{answer.points}</span>{' '}
          <span className="text-16 text-muted">{t('outOf')}</span>
        </p>
        <ul className="mt-4 divide-y divide-line border-t border-line">
          {answer.criteria.map(({ key, points, met }) => {
            const Mark = met ? Check : X
            return (
              <li key={key} className="grid grid-cols-[1.5rem_minmax(0,1fr)_auto] gap-x-2 py-3">
                <Mark
                  size={16}
                  strokeWidth={1.75}
                  aria-hidden
                  className={met ? 'mt-0.5 text-gain' : 'mt-0.5 text-loss'}
                />
                <div>
                  <p className="font-medium">
                    <span className="sr-only">{t(met ? 'met' : 'unmet')} </span>
                    {t(`criterion.${key}`)}
                  </p>
                  <p className="tabular text-13 text-muted text-pretty">
                    {t(`why.${key}`, {
                      level: write(answer.level),
                      pips: pips(answer.price, view.entry ?? answer.level),
                      noise: format.number((1.5 * Number(view.atr)) / Number(view.instrument.pip), 1),
                    })}
                  </p>
                </div>
                <span className="tabular text-muted">
                  {t('points', { got: met ? points : 0, of: points })}
                </span>
              </li>
            )
          })}
        </ul>
      </section>
      <section>
        <h3 className="font-semibold">{t('happened.title')}</h3>
        <p className="mt-1 text-muted text-pretty">{t('happened.text')}</p>
        <dl className="mt-3 grid grid-cols-2 divide-x divide-line rounded-card border border-line *:p-3">
          <div>
            <dt className="text-13 text-muted">{t('zone')}</dt>
            <dd className="tabular mt-1 font-semibold">
              {t('range', { low: write(answer.zone.low), high: write(answer.zone.high) })}
            </dd>
            <dd className="text-13 text-muted">
              {view.task === 'stop' &&
                (touched === null ? t('untouched') : t('touched', { time: format.dateTime(touched * 1000) }))}
            </dd>
          </div>
          <div>
            <dt className="text-13 text-muted">{t('sealed')}</dt>
            <dd
              className={
                Number(answer.result) < 0
                  ? 'tabular mt-1 font-semibold text-loss'
                  : 'tabular mt-1 font-semibold text-gain'
              }
            >
              {format.r(answer.result)}
            </dd>
            <dd className="tabular text-13 text-muted">
              {t('sealedStop', { stop: write(answer.sealed.stop) })}
            </dd>
          </div>
        </dl>
        <p className="mt-3 flex items-center gap-3 rounded-card border border-line p-3">
          <ShieldCheck size={16} strokeWidth={1.75} aria-hidden className="shrink-0 text-gain" />
          <span className="min-w-0 flex-1">
            <span className="block font-medium">{t('signal', { number: format.number(answer.number) })}</span>
            <span className="block truncate font-mono text-12 text-muted">
              {answer.commitment.slice(0, 16)}…
            </span>
          </span>
          <Button asChild size="sm">
            <Link to={`/preuve?signal=${answer.signal}`}>{t('verify')}</Link>
          </Button>
        </p>
      </section>
      {answer.others.length > 0 && (
        <section>
          <h3 className="font-semibold">{t('others.title')}</h3>
          <p className="mt-1 text-muted text-pretty">
            {t('others.within', {
              count: answer.others.length,
              within: answer.others.filter(
                (price) => price >= Number(answer.zone.low) && price <= Number(answer.zone.high),
              ).length,
            })}{' '}
            {t('others.moral')}
          </p>
        </section>
      )}
    </aside>
  )
}

/** When a stop was first traded through, in seconds; null if it never was. */
function touchedAt(bars: readonly Bar[], stop: number, direction: 'buy' | 'sell'): number | null {
  return bars.find(([, , high, low]) => (direction === 'buy' ? low <= stop : high >= stop))?.[0] ?? null
}
