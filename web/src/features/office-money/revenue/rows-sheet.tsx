import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { useNavigate } from '#lib/browser/navigate.ts'
import { oneOf, withParameters } from '#lib/browser/search-filter.ts'
import { useSearchParams } from '#lib/browser/search-params.ts'
import { hundredths, useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { DetailSheet } from '#ui/overlay/detail-sheet.tsx'
import { DataTable } from '#ui/table/data-table.tsx'
import type { TableColumn } from '#ui/table/table-column.ts'
import { TestBadge } from '../payments/payment-badge.tsx'
import { usePlanName } from '../plans/plans.ts'
import { useMonthName } from './month-name.ts'
import { FIGURES, MOST_ROWS, type RevenueRow, type RowsAsked, rowsQuery } from './revenue.ts'

const KINDS = [
  'new',
  'returned',
  'expansion',
  'contraction',
  'churned',
  'kept',
  'gone',
  'payer',
  'payment',
  'refund',
  'dispute',
] as const

type Shown = Omit<RowsAsked, 'test' | 'money'>

/** Returns a function that opens the rows behind a figure, through the address. */
export function useShowRows(): (asked: Shown | null) => void {
  const [, setSearch] = useSearchParams()
  return (asked) =>
    setSearch((current) =>
      withParameters(current, {
        chiffre: asked?.figure ?? null,
        mois: asked?.month ?? null,
        au: asked?.last ?? null,
        pays: asked?.country ?? null,
        taux: asked?.rate ?? null,
        rang: asked?.place === undefined ? null : String(asked.place),
      }),
    )
}

/** A figure that opens the rows behind it. */
export function FigureButton({
  label,
  onClick,
  children,
}: {
  label?: string
  onClick: () => void
  children: ReactNode
}) {
  return (
    <button
      type="button"
      aria-label={label}
      onClick={onClick}
      className="tabular relative rounded-inner underline decoration-line-strong underline-offset-4 transition-colors after:absolute after:-inset-x-1 after:-inset-y-2 hover:decoration-current"
    >
      {children}
    </button>
  )
}

/** The rows behind a figure, with a CSV export. */
export function RowsSheet({ test, money }: { test: boolean; money: string }) {
  const { t } = useTranslation('office-money')
  const format = useFormat()
  const planName = usePlanName()
  const monthName = useMonthName()
  const navigate = useNavigate()
  const show = useShowRows()
  const [search] = useSearchParams()
  const figure = oneOf(FIGURES, search.get('chiffre'))
  const month = search.get('mois')
  const place = search.get('rang')
  const asked = useMemo((): RowsAsked | null => {
    if (!figure || !month) return null
    const [last, country, rate] = [search.get('au'), search.get('pays'), search.get('taux')]
    return {
      figure,
      month,
      test,
      money,
      ...(last ? { last } : {}),
      ...(country ? { country } : {}),
      ...(rate ? { rate } : {}),
      ...(place === null ? {} : { place: Number(place) }),
    }
  }, [figure, month, place, search, test, money])
  const rows = useQuery(rowsQuery(asked))
  const facts = figure === 'money' || figure === 'refund' || figure === 'tax'
  const columns = useMemo((): TableColumn<RevenueRow>[] => {
    const minor = (key: 'was' | 'amount' | 'tax', title: string, width: number): TableColumn<RevenueRow> => ({
      key,
      title,
      value: (row) => (row[key] === null ? null : hundredths(row[key])),
      cell: (row) => (row[key] === null ? format.dash : format.money(row[key], money)),
      numeric: true,
      width,
      total: (all) =>
        format.money(
          all.reduce((sum, row) => sum + (row[key] ?? 0), 0),
          money,
        ),
    })
    return [
      {
        key: 'at',
        title: t('rows.at'),
        value: ({ at }) => at,
        cell: ({ at }) => <span className="tabular">{format.parisDay(at)}</span>,
        width: 128,
      },
      {
        key: 'member',
        title: t('payments.member'),
        value: ({ member_name, member }) => member_name ?? member,
        cell: ({ member_name }) => <span className="truncate font-medium">{member_name ?? t('erased')}</span>,
        width: 160,
      },
      {
        key: 'kind',
        title: t('rows.kind'),
        value: ({ kind }) => {
          const known = oneOf(KINDS, kind)
          return known ? t(`rows.kinds.${known}`) : kind
        },
        width: 116,
      },
      ...(facts
        ? [
            {
              key: 'country',
              title: t('taxes.country'),
              value: ({ country }: RevenueRow) => country,
              width: 80,
            },
            minor('amount', t('payments.net'), 110),
            minor('tax', t('rows.tax'), 100),
          ]
        : [
            {
              key: 'plan',
              title: t('payments.plan'),
              value: ({ plan }: RevenueRow) => (plan === null ? null : planName(plan)),
              width: 100,
            },
            ...(figure === 'cohort'
              ? []
              : [minor('was', t(figure === 'ltv' ? 'rows.paid' : 'revenue.start'), 104)]),
            minor('amount', t(figure === 'ltv' ? 'rows.kept' : 'revenue.end'), 104),
          ]),
    ]
  }, [t, format, planName, facts, figure, money])
  const title = figure && month ? `${t(`rows.figures.${figure}`)} · ${monthName(month)}` : ''
  return (
    <DetailSheet
      full
      open={asked !== null}
      title={title}
      badge={test && <TestBadge />}
      onClose={() => show(null)}
    >
      <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-3 p-4 md:p-6">
        {figure && <p className="text-13 text-pretty text-muted">{t(`rows.notes.${figure}`)}</p>}
        {(rows.data?.length ?? 0) >= MOST_ROWS && (
          <p className="text-13 text-warn">{t('rows.cut', { count: MOST_ROWS })}</p>
        )}
        <DataTable
          label={title}
          columns={columns}
          rows={rows.data ?? NONE}
          rowKey={({ id }) => id}
          status={rows.isLoadingError ? 'error' : rows.isPending ? 'loading' : 'ready'}
          onRetry={() => void rows.refetch()}
          empty={<p className="text-muted">{t('rows.none')}</p>}
          exportName={['vigie', figure, month, ...(test ? ['test'] : [])].join('-')}
          onOpen={(row) =>
            navigate(
              row.payment_id
                ? `/admin/paiements?paiement=${row.payment_id}`
                : `/admin/membres?membre=${row.member}`,
            )
          }
          className="max-h-[64dvh]"
        />
      </div>
    </DetailSheet>
  )
}

const NONE: readonly RevenueRow[] = []
