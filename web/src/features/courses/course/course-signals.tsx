import { ArrowDown, ArrowUp } from 'lucide-react'
import { Link } from '#lib/browser/router-link.tsx'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { type Course, countSignals, FEW_SIGNALS } from '../course.ts'
import type { UsedSignal } from '../queries.ts'
import { SignalStrip } from '../signal-strip.tsx'
import { useLastSignals } from '../use-signals.ts'

/** As many of each: showing winners only would be a lie. */
const LAST = 3

/** What became of the signals that used a notion of the course: all of them, then the last won and the last lost. */
export function CourseSignals({ course }: { course: Course }) {
  const { t } = useTranslation('courses')
  const format = useFormat()
  const last = useLastSignals(course)
  const { n, won, lost, sum } = countSignals(course.strip)
  return (
    <section id="signaux" aria-labelledby="signals-title" className="min-w-0 scroll-mt-topbar">
      <h2 id="signals-title" className="text-14 font-semibold">
        {t('signals.title')}
      </h2>
      {n === 0 ? (
        <p className="mt-1 text-13 text-pretty text-muted">{t('signals.none-yet')}</p>
      ) : (
        <>
          <p className="mt-1 text-13 text-pretty text-muted">{t('signals.about', { count: n })}</p>
          <SignalStrip strip={course.strip} className="mt-3 mb-2 h-10" />
          <dl className="grid grid-cols-3">
            {[
              { name: t('signals.won'), value: won },
              { name: t('signals.lost'), value: lost },
              { name: t('signals.sum'), value: format.r(sum) },
            ].map(({ name, value }) => (
              <div key={name}>
                <dt className="text-12 text-muted">{name}</dt>
                <dd className="text-20 font-semibold">{value}</dd>
              </div>
            ))}
          </dl>
          {n < FEW_SIGNALS && <p className="mt-2 text-12 text-pretty text-muted">{t('signals.few-long')}</p>}
          <Last title={t('signals.last-won')} signals={last.won} />
          <Last title={t('signals.last-lost')} signals={last.lost} />
          <Link
            to="/performances"
            className="mt-2 inline-block text-13 underline decoration-line-strong decoration-dotted underline-offset-3"
          >
            {t('signals.all')}
          </Link>
        </>
      )}
    </section>
  )
}

const REASONS = ['targets', 'stop', 'break_even', 'analyst'] as const

function Last({ title, signals }: { title: string; signals: readonly UsedSignal[] }) {
  const { t } = useTranslation('courses')
  const format = useFormat()
  if (signals.length === 0) return null
  return (
    <>
      <h3 className="mt-4 mb-1 text-13 font-medium text-muted">{title}</h3>
      <ul>
        {signals.slice(0, LAST).map((signal) => {
          const reason = REASONS.find((one) => one === signal.close_reason)
          const Arrow = signal.direction === 'buy' ? ArrowUp : ArrowDown
          const gain = Number(signal.realised_r) > 0
          return (
            <li key={signal.id} className="border-t border-line">
              <Link
                to={`/signaux?signal=${signal.id}`}
                className="grid grid-cols-[6rem_minmax(0,1fr)_auto] gap-x-3 py-2 text-13 hover:bg-raised/40"
              >
                <span className="flex items-center gap-1 font-semibold">
                  <Arrow
                    size={14}
                    strokeWidth={2}
                    aria-hidden
                    className={signal.direction === 'buy' ? 'text-gain' : 'text-loss'}
                  />
                  {signal.instrument}
                </span>
                <span className="min-w-0 truncate">{reason ? t(`reason.${reason}`) : format.dash}</span>
                <span className={`font-semibold tabular ${gain ? 'text-gain' : 'text-loss'}`}>
                  {format.r(signal.realised_r)}
                </span>
                <span className="col-start-2 text-12 text-muted">
                  {t(`direction.${signal.direction}`)}, {format.dayMonth(signal.closed_at)}
                </span>
              </Link>
            </li>
          )
        })}
      </ul>
    </>
  )
}
