import { useMemo } from 'react'
import { Decimal } from 'trading/decimal'
import { personalAccount } from 'trading/personal-account'
import type { PersonalTrade } from 'trading/personal-trade'
import { EquityCurve } from '#charts/small/equity-curve.tsx'
import { Link } from '#lib/browser/router-link.tsx'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { brand } from '#lib/site/brand.ts'
import { Stat } from '#ui/figure/stat.tsx'
import { DataTable } from '#ui/table/data-table.tsx'
import type { TableColumn } from '#ui/table/table-column.ts'
import type { ResultRow } from '../queries.ts'

type Props = {
  rows: readonly ResultRow[]
  trades: readonly PersonalTrade[]
  capitalMinor: number
  riskPercent: string
}

type Line = { row: ResultRow; trade: PersonalTrade; resultMinor: number | null }

/** The account after the simulated trades, beside the model on the same signals. */
export function SimulationResult({ rows, trades, capitalMinor, riskPercent }: Props) {
  const { t } = useTranslation('performance')
  const format = useFormat()
  const account = useMemo(
    () => personalAccount(trades, { capitalMinor, riskPercent }),
    [trades, capitalMinor, riskPercent],
  )
  const lines = useMemo((): Line[] => {
    const known = new Map(rows.map((row) => [row.signal_id, row]))
    const results = new Map(account.curve.map(({ id, resultMinor }) => [id, resultMinor]))
    return trades.flatMap((trade) => {
      const row = known.get(trade.id)
      return row ? [{ row, trade, resultMinor: results.get(trade.id) ?? null }] : []
    })
  }, [rows, trades, account])
  // The model on the known signals: missed ones count for it, unknown ones for neither.
  const model = lines
    .filter(({ trade }) => trade.verdict !== 'unknown')
    .reduce((sum, { row }) => sum.plus(row.realised_r ?? 0), new Decimal(0))
  const points = useMemo(() => {
    let total = new Decimal(0)
    return account.curve.map(({ at, r }) => {
      total = total.plus(r)
      return { at, total: total.toNumber() }
    })
  }, [account])
  const money = (minor: number) => format.money(minor, brand.currency)
  const change = account.balanceMinor - capitalMinor
  const cell = 'min-w-0'
  return (
    <div className="grid min-w-0 gap-5 border-t border-line pt-5">
      <div className="grid grid-cols-2 gap-x-4 gap-y-5 lg:grid-cols-4">
        <Stat
          className={cell}
          label={t('simulation.balance')}
          value={money(account.balanceMinor)}
          note={t('simulation.balanceNote', {
            amount: `${change > 0 ? '+' : ''}${money(change)}`,
            capital: money(capitalMinor),
          })}
        />
        <Stat
          className={cell}
          label={t('simulation.drawdown')}
          value={money(-account.maxDrawdownMinor)}
          note={t('simulation.drawdownNote', {
            share: format.percent(account.maxDrawdownShare.negated(), 1),
          })}
        />
        <Stat
          className={cell}
          label={t('simulation.total')}
          value={format.r(account.totalR)}
          note={t('simulation.totalNote', { model: format.r(model) })}
        />
        <Stat
          className={cell}
          label={t('simulation.taken')}
          value={format.number(account.taken)}
          note={t('simulation.takenNote', {
            missed: format.number(account.missed),
            unknown: format.number(account.unknown),
          })}
        />
      </div>
      {points.length > 0 ? (
        <EquityCurve points={points} title={t('simulation.curve')} />
      ) : (
        <p className="text-muted">{t('simulation.none')}</p>
      )}
      <p className="text-13 text-pretty text-muted">
        {t('simulation.cost', { cost: money(account.spreadCostMinor) })}{' '}
        {account.unknown > 0 && t('simulation.unknown', { count: account.unknown })}{' '}
        {account.totalR.greaterThan(model) && t('simulation.better')}
      </p>
      <LineTable lines={lines} />
    </div>
  )
}

const outcome = (trade: PersonalTrade) =>
  trade.verdict === 'missed' || trade.verdict === 'unknown' ? trade.reason : trade.verdict

function LineTable({ lines }: { lines: readonly Line[] }) {
  const { t } = useTranslation('performance')
  const format = useFormat()
  const columns = useMemo(
    (): TableColumn<Line>[] => [
      {
        key: 'signal',
        title: t('simulation.table.signal'),
        value: ({ row }) => `${row.number} ${row.symbol}`,
        cell: ({ row }) => (
          <Link
            to={`/signaux?signal=${row.signal_id}`}
            className="underline decoration-line-strong underline-offset-4 hover:decoration-text"
          >
            <span className="tabular text-muted">{row.number}</span>{' '}
            <span className="font-semibold">{row.symbol}</span>
          </Link>
        ),
        width: 130,
      },
      {
        key: 'ended',
        title: t('rows.ended'),
        value: ({ row }) => row.ended_at,
        cell: ({ row }) => format.dateTime(row.ended_at),
        width: 140,
      },
      {
        key: 'model',
        title: t('simulation.table.model'),
        value: ({ row }) => row.realised_r,
        cell: ({ row }) => format.r(row.realised_r),
        numeric: true,
        width: 90,
      },
      {
        key: 'yours',
        title: t('simulation.table.yours'),
        value: ({ trade }) => (trade.verdict === 'taken' ? trade.r.toFixed() : null),
        cell: ({ trade }) => (trade.verdict === 'taken' ? format.r(trade.r) : format.dash),
        numeric: true,
        width: 90,
      },
      {
        key: 'amount',
        title: t('simulation.table.amount'),
        value: ({ resultMinor }) => resultMinor && new Decimal(resultMinor).dividedBy(100).toFixed(2),
        cell: ({ resultMinor }) =>
          resultMinor === null ? (
            format.dash
          ) : (
            <span className={resultMinor > 0 ? 'text-gain' : resultMinor < 0 ? 'text-loss' : ''}>
              {resultMinor > 0 ? '+' : ''}
              {format.money(resultMinor, brand.currency)}
            </span>
          ),
        numeric: true,
        width: 110,
      },
      {
        key: 'what',
        title: t('simulation.table.what'),
        value: ({ trade }) => t(`simulation.verdict.${outcome(trade)}`),
        width: 240,
        filter: 'choice',
      },
    ],
    [t, format],
  )
  return (
    <DataTable
      label={t('simulation.table.label')}
      columns={columns}
      rows={lines}
      rowKey={({ row }) => row.signal_id}
      exportName="vigie-simulation"
      className="max-h-120"
    />
  )
}
