import { ArrowDown, ArrowUp, Telescope } from 'lucide-react'
import { useMemo, useState } from 'react'
import { type Format, useFormat } from '#lib/language/format.ts'
import { Button } from '#ui/button.tsx'
import { toast } from '#ui/overlay/toast.tsx'
import { EmptyState } from '#ui/states.tsx'
import { DataTable } from '#ui/table/data-table.tsx'
import type { TableColumn } from '#ui/table/table-column.ts'
import { DevPart } from './dev-ui-part.tsx'
import { type SampleTrade, sampleTrades } from './dev-ui-rows.ts'

const FEW = 16
const MANY = 50_000

const tone = (figure: string | null) =>
  figure === null ? 'text-muted' : figure.startsWith('-') ? 'text-loss' : 'text-gain'
/** In hundredths, added as integers. */
const sum = (rows: readonly SampleTrade[], figure: (row: SampleTrade) => string | null) =>
  rows.reduce((all, row) => all + Number((figure(row) ?? '0').replace('.', '')), 0)

const columnsOf = (format: Format): TableColumn<SampleTrade>[] => [
  {
    key: 'at',
    title: 'Date',
    width: 160,
    filter: 'dates',
    value: ({ at }) => at.slice(0, 16).replace('T', ' '),
    cell: ({ at }) => <span className="text-muted tabular">{format.dateTime(at)}</span>,
    total: (rows) => `${format.number(rows.length)} trades`,
  },
  {
    key: 'pair',
    title: 'Instrument',
    width: 106,
    filter: 'choice',
    value: ({ pair }) => pair,
    cell: ({ pair }) => <b>{pair}</b>,
  },
  {
    key: 'action',
    title: 'Action',
    width: 84,
    filter: 'choice',
    value: ({ action }) => action,
    cell: ({ action }) => {
      const Arrow = action === 'Buy' ? ArrowUp : ArrowDown
      return (
        <span className="flex items-center gap-1.5">
          <Arrow
            size={14}
            strokeWidth={1.75}
            className={action === 'Buy' ? 'text-gain' : 'text-loss'}
            aria-hidden
          />
          {action}
        </span>
      )
    },
  },
  { key: 'entry', title: 'Entry', width: 88, numeric: true, value: ({ entry }) => entry },
  { key: 'exit', title: 'Exit', width: 88, numeric: true, value: ({ exit }) => exit },
  {
    key: 'pips',
    title: 'Pips',
    width: 80,
    numeric: true,
    value: ({ pips }) => pips,
    cell: ({ pips }) => format.signed(pips),
  },
  {
    key: 'amount',
    title: 'Amount',
    width: 108,
    numeric: true,
    filter: 'range',
    value: ({ amount }) => amount,
    cell: ({ amount }) => `${format.signed(amount, 2)}\u00a0€`,
    total: (rows) => `${format.signed(sum(rows, ({ amount }) => amount) / 100, 2)}\u00a0€`,
  },
  {
    key: 'result',
    title: 'Result',
    width: 100,
    numeric: true,
    filter: 'range',
    value: ({ result }) => result,
    cell: ({ result }) => <span className={`font-medium ${tone(result)}`}>{format.r(result)}</span>,
    total: (rows) => {
      const all = String(sum(rows, ({ result }) => result) / 100)
      return <span className={tone(all)}>{format.r(all)}</span>
    },
  },
  { key: 'source', title: 'Source', width: 140, filter: 'text', value: ({ source }) => source },
]

/** The data table: short, long, loading, failed and empty. */
export function DevTable() {
  const format = useFormat()
  const columns = useMemo(() => columnsOf(format), [format])
  const [count, setCount] = useState(FEW)
  const rows = useMemo(() => sampleTrades(count), [count])
  const shared = { columns, rowKey: ({ id }: SampleTrade) => id }
  return (
    <>
      <DevPart name="Table">
        <div className="grid w-full gap-4" data-testid="table">
          <DataTable
            {...shared}
            label="Trades"
            rows={rows}
            selectable
            selectionActions={(selected) => (
              <Button size="sm" onClick={() => toast({ title: `${selected.length} tagged` })}>
                Tag
              </Button>
            )}
            onOpen={({ id, pair }) => toast({ title: `${pair} opened`, description: id })}
            exportName="trades"
            className="max-h-120"
          />
          <Button className="justify-self-start" onClick={() => setCount(count === FEW ? MANY : FEW)}>
            {count === FEW ? 'Show 50 000 rows' : 'Show 16 rows'}
          </Button>
        </div>
      </DevPart>
      <DevPart name="Table, states">
        <div className="grid w-full items-start gap-4 lg:grid-cols-2">
          <DataTable {...shared} label="Trades on their way" rows={[]} status="loading" />
          <div className="grid content-start gap-4">
            <DataTable
              {...shared}
              label="Trades not read"
              rows={[]}
              status="error"
              onRetry={() => toast({ title: 'Tried again' })}
            />
            <DataTable
              {...shared}
              label="No trades"
              rows={[]}
              empty={
                <EmptyState
                  icon={<Telescope size={20} strokeWidth={1.75} aria-hidden />}
                  title="No trade yet"
                >
                  The first one appears here when you follow a signal.
                </EmptyState>
              }
            />
          </div>
        </div>
      </DevPart>
    </>
  )
}
