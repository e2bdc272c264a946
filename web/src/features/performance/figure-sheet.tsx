import { CircleCheck, TriangleAlert } from 'lucide-react'
import { useMemo } from 'react'
import type { Performance } from 'trading/performance'
import { Link } from '#lib/browser/router-link.tsx'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { HelpLink } from '#parts/help/help-link.tsx'
import { Errata } from '#parts/report-error/errata.tsx'
import { ReportError } from '#parts/report-error/report-error.tsx'
import { DetailSection, Facts } from '#ui/figure/facts.tsx'
import { DataTable } from '#ui/table/data-table.tsx'
import type { TableColumn } from '#ui/table/table-column.ts'
import { FIGURE, type FigureName } from './figures.ts'
import type { Figures, ResultRow } from './queries.ts'
import { showFigure } from './show-figure.ts'

type Props = {
  name: FigureName
  figures: Figures
  rows: readonly ResultRow[]
  known: Performance
  /** The filters as the database takes them. */
  asked: Readonly<Record<string, string | number>>
}

/** The figures that a ticket can be about, as the database names them. */
const IN_TICKETS: Partial<Record<FigureName, string>> = {
  expectancy: 'expectancy_r',
  winRate: 'win_rate',
  profitFactor: 'profit_factor',
  maxDrawdown: 'max_drawdown_r',
  total: 'total_r',
  averageWin: 'average_win_r',
  averageLoss: 'average_loss_r',
}

/** The formula of a figure: its definition, its inputs, the rows behind it, and the browser's own result. */
export default function FigureSheet({ name, figures, rows, known, asked }: Props) {
  const { t } = useTranslation('performance')
  const format = useFormat()
  const figure = FIGURE[name]
  const [told, own] = [figure.told(figures), figure.known(known)]
  const made = useMemo(() => FIGURE[name].rows(rows, known), [name, rows, known])
  const ticket = IN_TICKETS[name]
  const filters = Object.fromEntries(Object.entries(asked).map(([key, value]) => [key, String(value)]))
  const exactly = (value: string | null) => value ?? format.dash
  return (
    <>
      <DetailSection title={t('formula.definition')}>
        <p className="max-w-prose text-pretty">
          {t(`figure.${name}.meaning`)} <HelpLink article="calcul-des-resultats" />
        </p>
        <p className="mt-3 overflow-x-auto rounded-control bg-well px-4 py-3 font-mono text-13">
          {t(`figure.${name}.formula`)}
        </p>
        {name === 'winRate' || name === 'expectancy' ? (
          <p className="mt-3 max-w-prose text-13 text-pretty text-muted">{t(`figure.${name}.band`)}</p>
        ) : null}
      </DetailSection>
      <DetailSection title={t('formula.inputs')}>
        <Facts
          rows={figure.inputs(known).map(([input, value, kind]) => ({
            name: t(`input.${input}`),
            value: <span className="tabular">{showFigure(format, kind, value)}</span>,
          }))}
        />
      </DetailSection>
      <DetailSection title={t('formula.twice')}>
        <Facts
          rows={[
            {
              name: t('formula.database'),
              value: <span className="tabular font-semibold">{exactly(told)}</span>,
            },
            {
              name: t('formula.browser'),
              value: <span className="tabular font-semibold">{exactly(own)}</span>,
            },
          ]}
        />
        <p role="status" className="mt-2 flex items-start gap-2">
          {told === own ? (
            <>
              <CircleCheck size={16} strokeWidth={1.75} className="mt-0.5 shrink-0 text-gain" aria-hidden />
              {t('formula.same')}
            </>
          ) : (
            <>
              <TriangleAlert size={16} strokeWidth={1.75} className="mt-0.5 shrink-0 text-warn" aria-hidden />
              {t('formula.different', { database: exactly(told), browser: exactly(own) })}
            </>
          )}
        </p>
        {ticket && (
          <div className="mt-2 grid justify-items-start gap-1">
            <Errata figure={{ kind: 'performance', name: ticket, filters }} />
            <ReportError figure={{ kind: 'performance', name: ticket, filters }} />
          </div>
        )}
      </DetailSection>
      <DetailSection title={t('formula.made')}>
        <RowTable rows={made} name={name} />
      </DetailSection>
    </>
  )
}

function RowTable({ rows, name }: { rows: readonly ResultRow[]; name: FigureName }) {
  const { t } = useTranslation('performance')
  const format = useFormat()
  const columns = useMemo(
    (): TableColumn<ResultRow>[] => [
      {
        key: 'number',
        title: t('rows.signal'),
        value: ({ number, symbol }) => `${number} ${symbol}`,
        cell: ({ signal_id: id, number, symbol }) => (
          <Link
            to={`/signaux?signal=${id}`}
            className="underline decoration-line-strong underline-offset-4 hover:decoration-text"
          >
            <span className="tabular text-muted">{number}</span>{' '}
            <span className="font-semibold">{symbol}</span>
          </Link>
        ),
        width: 130,
      },
      {
        key: 'ended',
        title: t('rows.ended'),
        value: ({ ended_at: at }) => at,
        cell: ({ ended_at: at }) => format.dateTime(at),
        width: 150,
      },
      {
        key: 'held',
        title: t('rows.held'),
        value: ({ held_seconds: seconds }) => seconds,
        cell: ({ held_seconds: seconds }) =>
          seconds === null ? format.dash : format.duration(seconds * 1000),
        numeric: true,
        width: 100,
      },
      {
        key: 'r',
        title: t('rows.result'),
        value: ({ realised_r: r }) => r,
        cell: ({ realised_r: r }) => (
          <span className={Number(r) > 0 ? 'text-gain' : Number(r) < 0 ? 'text-loss' : ''}>
            {format.r(r, 4)}
          </span>
        ),
        numeric: true,
        width: 110,
      },
    ],
    [t, format],
  )
  return (
    <DataTable
      label={t('formula.rows', { count: rows.length })}
      columns={columns}
      rows={rows}
      rowKey={({ signal_id: id }) => id}
      exportName={`vigie-${name}`}
      empty={<p className="text-muted">{t('formula.noRows')}</p>}
      className="max-h-96"
    />
  )
}
