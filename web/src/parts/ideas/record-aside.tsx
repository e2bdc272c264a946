import { useQuery } from '@tanstack/react-query'
import { ArrowDown, ArrowUp } from 'lucide-react'
import type { ReactNode } from 'react'
import type { IdeaRecord } from 'trading/ideas/record'
import { Link } from '#lib/browser/router-link.tsx'
import { directionOf, hasEnded, type IdeaBrief, isOpened, type OpenedIdea } from '#lib/ideas/idea.ts'
import { ideasOfAuthorQuery, ideasOnQuery, recordQuery } from '#lib/ideas/idea-queries.ts'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { instrumentsQuery } from '#lib/signals/live-signals.ts'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { Stat } from '#ui/figure/stat.tsx'
import { StepCurve } from '#ui/figure/step-curve.tsx'
import { LevelBadge } from './author-record.tsx'
import { toneOf } from './idea-result.tsx'
import { InstrumentRecords } from './instrument-records.tsx'

type Props = { member: string; symbol?: string | null; idea?: string }

/** A member's record: what their ideas came to, that none disappears, the last ones, and others on the same instrument. */
export function RecordAside({ member, symbol, idea }: Props) {
  const { t } = useTranslation('ideas')
  const format = useFormat()
  const { data: record } = useQuery(recordQuery(member))
  const { data: ideas = [] } = useQuery(ideasOfAuthorQuery(member))
  if (!record) return <p className="px-5 py-5 text-13 text-muted">{t('record.none')}</p>
  const closed = ideas
    .filter(isOpened)
    .filter(({ state }) => state.realised_r !== null)
    .sort((one, other) => (one.state.closed_at! < other.state.closed_at! ? 1 : -1))
  // The ledger must add up: what is sealed, or ended before its entry, is neither closed nor open.
  const others = record.published - record.closed - record.open
  return (
    <>
      <Section>
        <Figures record={record} />
        {record.sample === 'sufficient' && closed.length > 1 && (
          <StepCurve
            className="mt-3 h-15"
            label={t('record.curve')}
            values={running(closed.toReversed().map(({ state }) => Number(state.realised_r)))}
          />
        )}
      </Section>
      {record.sample === 'sufficient' && (
        <Section title={t('calibration.title')}>
          <Calibration record={record} />
        </Section>
      )}
      <InstrumentRecords member={member} symbol={symbol ?? null} />
      <Section title={t('record.nothingLost')}>
        <dl className="grid grid-cols-4 divide-x divide-line overflow-hidden rounded-control border border-line bg-well">
          {(['published', 'closed', 'open', 'erased'] as const).map((name) => (
            <div key={name} className="flex min-w-0 flex-col-reverse px-2 py-2">
              <dt className="truncate text-12 text-muted">{t(`record.${name}`, { count: record[name] })}</dt>
              <dd className="tabular text-16 leading-6 font-semibold">{format.number(record[name])}</dd>
            </div>
          ))}
        </dl>
        {others > 0 && <p className="mt-3 text-13 text-pretty">{t('record.others', { count: others })}</p>}
        <p className="mt-3 text-13 text-pretty text-muted">{t('record.pseudonym')}</p>
      </Section>
      {closed.length > 0 && (
        <Section title={t('record.last')}>
          <IdeaLines ideas={closed.slice(0, 6)} current={idea} />
          <Button asChild variant="outline" block className="mt-3">
            <Link to={`/communaute?categorie=idees&auteur=${member}`}>
              {t('record.all', { count: record.published })}
            </Link>
          </Button>
        </Section>
      )}
      {symbol && <BesideIt symbol={symbol} current={idea} />}
    </>
  )
}

function Section({ title, children }: { title?: string; children: ReactNode }) {
  return (
    <section className="border-b border-line px-5 py-5 last:border-b-0">
      {title && <h2 className="mb-3 font-semibold">{title}</h2>}
      {children}
    </section>
  )
}

function Figures({ record }: { record: IdeaRecord }) {
  const { t } = useTranslation('ideas')
  const format = useFormat()
  if (record.sample === 'insufficient')
    return (
      <p className="text-pretty">
        {t('record.insufficient')}{' '}
        <span className="text-muted">{t('record.needed', { count: record.closed })}</span>
      </p>
    )
  return (
    <div className="grid grid-cols-2 gap-x-4 gap-y-4">
      <Stat
        label={t('record.expectancy')}
        definition={t('record.expectancyIs')}
        value={format.r(record.expectancy_r)}
        note={t('record.halfWidth', { r: format.r(record.expectancy_half_width_r).replace(/^\+/, '') })}
      />
      <Stat
        label={t('record.winRate')}
        value={format.percent(Number(record.win_rate))}
        note={t('record.averages', {
          win: format.r(record.average_win_r),
          loss: format.r(record.average_loss_r),
        })}
      />
      <Stat
        label={t('record.drawdown')}
        value={format.r(negated(record.max_drawdown_r), 1)}
        note={t('record.drawdownNow', { r: format.r(negated(record.current_drawdown_r), 1) })}
      />
      <Stat
        label={t('record.total')}
        value={format.r(record.total_r, 1)}
        note={t('record.closedIdeas', { count: record.closed })}
      />
    </div>
  )
}

const negated = (value: string | null) => (value === null ? null : String(-Number(value)))

function Calibration({ record }: { record: IdeaRecord }) {
  const { t } = useTranslation('ideas')
  const format = useFormat()
  const { calibration } = record
  const percent = (value: string | null) => format.percent(value === null ? null : Number(value))
  return (
    <>
      <div className="grid grid-cols-2 gap-4">
        <Stat
          label={t('calibration.brier')}
          definition={t('calibration.brierIs')}
          value={format.number(calibration.brier, 2)}
          note={t('calibration.scored', { count: calibration.n })}
        />
        <Stat
          label={t('calibration.discrimination')}
          definition={t('calibration.discriminationIs')}
          value={percent(calibration.auc)}
          note={t('calibration.from', { low: percent(calibration.auc_low) })}
        />
      </div>
      <table className="mt-3 w-full text-13">
        <thead className="text-left text-12 text-muted">
          <tr>
            <th scope="col" className="py-1 font-normal">
              {t('calibration.stated')}
            </th>
            <th scope="col" className="py-1 text-right font-normal">
              {t('calibration.came')}
            </th>
            <th scope="col" className="py-1 text-right font-normal">
              {t('calibration.interval')}
            </th>
          </tr>
        </thead>
        <tbody className="tabular">
          {calibration.bins.map((bin) => (
            <tr key={bin.from} className="border-t border-line">
              <td className="py-1.5">{percent(bin.stated)}</td>
              <td className="py-1.5 text-right">{t('calibration.hits', { hits: bin.hits, n: bin.n })}</td>
              <td className="py-1.5 text-right text-muted">
                {percent(bin.low)}–{percent(bin.high)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className="mt-3 empty:hidden">
        <LevelBadge record={record} />
      </div>
    </>
  )
}

const running = (values: readonly number[]) => {
  let total = 0
  return values.map((value) => {
    total += value
    return total
  })
}

/** Other members' ideas on the instrument that ended, whatever they came to. */
function BesideIt({ symbol, current }: { symbol: string; current: string | undefined }) {
  const { t } = useTranslation('ideas')
  const { data: instruments } = useQuery(instrumentsQuery)
  const { data: ideas = [] } = useQuery(ideasOnQuery(symbol))
  const others = ideas.filter(({ id }) => id !== current).filter(isOpened)
  if (others.length === 0) return null
  const name = instruments?.find((one) => one.symbol === symbol)?.name ?? symbol
  return (
    <Section title={t('record.onInstrument', { instrument: name })}>
      <IdeaLines ideas={others} named />
      <p className="mt-3 text-13 text-pretty text-muted">{t('record.sameRule')}</p>
    </Section>
  )
}

function IdeaLines({
  ideas,
  current,
  named = false,
}: {
  ideas: readonly (OpenedIdea<IdeaBrief> & { member?: { name: string | null } })[]
  current?: string | undefined
  named?: boolean
}) {
  const { t } = useTranslation('ideas')
  const format = useFormat()
  const { data: instruments } = useQuery(instrumentsQuery)
  return (
    <ul className="divide-y divide-line">
      {ideas.map((idea) => {
        const Arrow = directionOf(idea) === 'buy' ? ArrowUp : ArrowDown
        const { levels } = idea.terms.terms
        const instrument = instruments?.find(({ symbol }) => symbol === levels.symbol)?.name ?? levels.symbol
        return (
          <li
            key={idea.id}
            className="relative grid min-h-9 grid-cols-[16px_minmax(0,1fr)_auto_4.5rem] items-center gap-x-3 text-13 pointer-coarse:min-h-target"
          >
            <Arrow
              size={14}
              strokeWidth={1.75}
              className={directionOf(idea) === 'buy' ? 'text-gain' : 'text-loss'}
              role="img"
              aria-label={t(`direction.${directionOf(idea)}`)}
            />
            <Link
              to={`/communaute?sujet=${idea.thread}`}
              className="truncate font-medium after:absolute after:inset-0 hover:underline"
            >
              {named ? `${idea.member?.name ?? t('record.closedAccount')}, ${levels.timeframe}` : instrument}
              {idea.id === current && <span className="font-normal text-muted"> {t('record.here')}</span>}
            </Link>
            <span className="tabular text-muted">{format.dayMonth(idea.state.closed_at)}</span>
            <span className={classNames('tabular text-right font-semibold', toneOf(idea.state.realised_r))}>
              {hasEnded(idea) && idea.state.realised_r !== null
                ? format.r(idea.state.realised_r)
                : t(`state.${idea.state.state}`)}
            </span>
          </li>
        )
      })}
    </ul>
  )
}
