import { useQuery } from '@tanstack/react-query'
import { Decimal } from 'decimal.js'
import { useFormat } from '#lib/language/format.ts'
import { useLanguage, useTranslation } from '#lib/language/i18n.ts'
import { useNow } from '#lib/live/use-now.ts'
import { Errata } from '#parts/report-error/errata.tsx'
import { ReportError } from '#parts/report-error/report-error.tsx'
import { classNames } from '#ui/class-names.ts'
import { ErrorState } from '#ui/error-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { clock } from './clock.ts'
import { type Passage, passagesQuery } from './queries.ts'

const REASONS = ['targets', 'stop', 'break_even', 'analyst', 'expired', 'not_entered', 'cancelled'] as const
const CELL = 'border-t border-line px-2 first:pl-4 last:pr-4'

type Props = { occurrence: string; second: number; onGo: ((second: number) => void) | null }

/** What was said in a replay, beside what the record says came of it. */
export function Passages({ occurrence, second, onGo }: Props) {
  const { t } = useTranslation('events')
  const language = useLanguage()
  const { data, isLoadingError, refetch } = useQuery(passagesQuery(occurrence))
  if (isLoadingError) return <ErrorState className="m-4" onRetry={() => void refetch()} />
  if (!data) return <Skeleton className="m-4 h-40" />
  if (data.length === 0) return null
  const current = data.findLast((passage) => passage.second <= second && second > 0)
  return (
    <table className="w-full border-collapse text-14">
      <thead>
        <tr className="h-9 text-left text-13 font-medium text-muted">
          <th scope="col" className={classNames(CELL, 'font-medium')}>
            {t('replay.passage')}
          </th>
          <th scope="col" className={classNames(CELL, 'font-medium')}>
            {t('replay.said')}
          </th>
          <th scope="col" className={classNames(CELL, 'font-medium max-sm:hidden')}>
            {t('replay.happened')}
          </th>
          <th scope="col" className={classNames(CELL, 'text-right font-medium')}>
            {t('replay.result')}
          </th>
        </tr>
      </thead>
      <tbody>
        {data.map((passage) => (
          <tr
            key={passage.position}
            aria-current={passage === current || undefined}
            className="h-11 aria-[current]:bg-raised"
          >
            <td className={classNames(CELL, 'tabular')}>
              {onGo ? (
                <button
                  type="button"
                  aria-label={t('replay.go', { time: clock(passage.second) })}
                  onClick={() => onGo(passage.second)}
                  className="relative underline decoration-line-strong underline-offset-4 after:absolute after:-inset-x-3 after:-inset-y-3 hover:decoration-current"
                >
                  {clock(passage.second)}
                </button>
              ) : (
                clock(passage.second)
              )}
            </td>
            <td className={classNames(CELL, 'py-2 text-pretty')}>
              {passage.said[language]}
              <span className="block text-13 text-muted sm:hidden">
                <Happened passage={passage} />
              </span>
            </td>
            <td className={classNames(CELL, 'py-2 text-pretty text-muted max-sm:hidden')}>
              <Happened passage={passage} />
            </td>
            <td className={classNames(CELL, 'text-right font-semibold whitespace-nowrap tabular')}>
              <Result r={passage.realised_r} />
            </td>
          </tr>
        ))}
      </tbody>
      <Foot passages={data} />
    </table>
  )
}

function Foot({ passages }: { passages: readonly Passage[] }) {
  const { t } = useTranslation('events')
  const found = passages.filter(({ signal_id, statement }) => signal_id !== null || statement !== null)
  const open = found.filter(({ state, signal_id, came_true }) =>
    signal_id === null ? came_true === null : state === 'pending' || state === 'active',
  ).length
  const total = found.reduce<Decimal | null>(
    (sum, { realised_r }) => (realised_r === null ? sum : (sum ?? new Decimal(0)).plus(realised_r)),
    null,
  )
  return (
    <tfoot>
      <tr className="h-10">
        <td colSpan={2} className={classNames(CELL, 'font-semibold')}>
          {t(found.length === 1 ? 'replay.checkedOne' : 'replay.checked', {
            checked: found.length,
            count: passages.length,
          })}
        </td>
        <td className={classNames(CELL, 'text-muted max-sm:hidden')}>
          {found.length > 0 && (open === 0 ? t('replay.allClosed') : t('replay.someOpen', { count: open }))}
        </td>
        <td className={classNames(CELL, 'text-right font-semibold whitespace-nowrap tabular')}>
          <Result r={total?.toFixed() ?? null} plain />
        </td>
      </tr>
    </tfoot>
  )
}

function Result({ r, plain = false }: { r: string | null; plain?: boolean }) {
  const format = useFormat()
  const sign = r === null ? 0 : Math.sign(Number(r))
  return (
    <span className={plain ? undefined : sign > 0 ? 'text-gain' : sign < 0 ? 'text-loss' : 'text-muted'}>
      {format.r(r)}
    </span>
  )
}

function Happened({ passage }: { passage: Passage }) {
  const { t } = useTranslation('events')
  const format = useFormat()
  const now = useNow()
  if (passage.statement !== null) {
    const outcome = passage.came_true === null ? 'open' : passage.came_true ? 'true' : 'false'
    const figure = { kind: 'statement', number: passage.statement } as const
    return (
      <>
        {`${t('replay.statement', { number: passage.statement })} : ${t(`replay.${outcome}`)}`}
        <Errata figure={figure} />
        {outcome !== 'open' && <ReportError figure={figure} className="flex" />}
      </>
    )
  }
  if (passage.signal_id === null) return <span title={t('replay.unknownText')}>{t('replay.unknown')}</span>
  if (passage.ended_at === null) return t('replay.open')
  const reason = REASONS.find((known) => known === passage.reason)
  const words =
    reason === 'targets' && passage.targets
      ? t('replay.targets', { count: passage.targets })
      : reason && t(`replay.reasons.${reason}`)
  return t('replay.ended', { reason: words ?? '', when: format.atMoment(passage.ended_at, now) })
}
