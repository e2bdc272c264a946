import { useQuery } from '@tanstack/react-query'
import { ReceiptText, ShieldAlert } from 'lucide-react'
import { type ReactNode, useCallback, useMemo } from 'react'
import { oneOf, withParameters } from '#lib/browser/search-filter.ts'
import { useSearchParams } from '#lib/browser/search-params.ts'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { parisDay, parisMoment } from '#lib/money/paris-day.ts'
import { DateRangeInput } from '#ui/date/date-range-input.tsx'
import { addDays } from '#ui/date/iso-date.ts'
import { SearchField } from '#ui/form/search-field.tsx'
import { Segmented } from '#ui/form/segmented.tsx'
import { Notice } from '#ui/notice.tsx'
import { ChipMenu } from '#ui/overlay/chip-menu.tsx'
import { EmptyState } from '#ui/states.tsx'
import { ResourceDesk } from '#ui/table/resource-desk.tsx'
import type { TableColumn } from '#ui/table/table-column.ts'
import { DemonstrationNote } from './demonstration-note.tsx'
import { PaymentBadge, TestBadge } from './payment-badge.tsx'
import { PaymentSheet } from './payment-sheet.tsx'
import { MEANS, openDisputesQuery, PAYMENTS, type Payment, PROVIDERS, STATES } from './payments.ts'
import { usePlanDesk, usePlanName } from './plans.ts'
import { ProviderEventsDesk } from './provider-events-desk.tsx'
import { UnsentNotices } from './unsent-notices.tsx'

/** Every payment: found by its member or a number, by state, provider, means, plan and period; or what nothing followed from. */
export default function PaymentsScreen() {
  const { t } = useTranslation('office-money')
  const [search, setSearch] = useSearchParams()
  const view = oneOf(VIEWS, search.get('vue')) ?? 'payments'
  const views = (
    <Segmented
      label={t('payments.view')}
      value={view}
      onChange={(value) =>
        setSearch(
          (current) => withParameters(current, { vue: value === 'payments' ? null : value, etat: null }),
          { replace: true },
        )
      }
      options={VIEWS.map((value) => ({ value, label: t(`payments.views.${value}`) }))}
    />
  )
  return view === 'events' ? <ProviderEventsDesk action={views} /> : <PaymentsDesk action={views} />
}

const VIEWS = ['payments', 'events'] as const

function PaymentsDesk({ action }: { action: ReactNode }) {
  const { t } = useTranslation('office-money')
  const format = useFormat()
  const planName = usePlanName()
  const plans = usePlanDesk().data ?? []
  const [search, setSearch] = useSearchParams()
  const words = search.get('q') ?? ''
  const state = oneOf(STATES, search.get('etat'))
  const provider = oneOf(PROVIDERS, search.get('prestataire'))
  const means = oneOf(MEANS, search.get('moyen'))
  const plan = search.get('formule')
  const [from, to] = [search.get('du'), search.get('au')]
  const set = useCallback(
    (changes: Record<string, string | null>) =>
      setSearch((current) => withParameters(current, changes), { replace: true }),
    [setSearch],
  )
  const onWords = useCallback((value: string) => set({ q: value.trim() || null }), [set])
  const filter = useMemo(
    () => ({
      ...(words ? { q: words } : {}),
      ...(state ? { state } : {}),
      ...(provider ? { provider } : {}),
      ...(means ? { means } : {}),
      ...(plan ? { plan } : {}),
      ...(from ? { since: parisMoment(from) } : {}),
      ...(to ? { until: parisMoment(addDays(to, 1)) } : {}),
    }),
    [words, state, provider, means, plan, from, to],
  )
  const columns = useMemo(
    (): TableColumn<Payment>[] => [
      {
        key: 'at',
        narrow: 'fact',
        title: t('payments.at'),
        value: ({ created_at }) => created_at,
        cell: ({ created_at }) => <span className="tabular">{format.parisDateTime(created_at)}</span>,
        width: 176,
      },
      {
        key: 'member',
        narrow: 'name',
        title: t('payments.member'),
        value: ({ member_name }) => member_name ?? t('erased'),
        cell: ({ member_name }) => <span className="truncate font-medium">{member_name ?? t('erased')}</span>,
        width: 180,
      },
      {
        key: 'amount',
        narrow: 'fact',
        title: t('payments.amount'),
        value: ({ amount }) => amount,
        cell: ({ amount, currency }) => format.money(amount, currency),
        numeric: true,
        width: 110,
      },
      {
        key: 'state',
        narrow: 'state',
        title: t('payments.state'),
        value: (row) => t(`states.${row.state}`),
        cell: (row) => (
          <span className="flex items-center gap-2">
            <PaymentBadge state={row.state} />
            {row.due_by && (
              <span className="tabular text-12 text-muted">
                {t('payments.due', { day: format.parisDay(row.due_by) })}
              </span>
            )}
          </span>
        ),
        width: 190,
      },
      {
        key: 'refunded',
        title: t('payments.refunded'),
        value: ({ refunded }) => refunded || null,
        cell: ({ refunded, currency }) => (refunded ? format.money(-refunded, currency) : format.dash),
        numeric: true,
        width: 130,
      },
      {
        key: 'plan',
        narrow: 'fact',
        title: t('payments.plan'),
        value: (row) => planName(row.plan),
        width: 110,
      },
      {
        key: 'provider',
        title: t('payments.provider'),
        value: (row) => t(`providers.${row.provider}`),
        cell: (row) => (row.provider === 'sandbox' ? <TestBadge /> : t(`providers.${row.provider}`)),
        width: 110,
      },
      {
        key: 'means',
        narrow: 'fact',
        title: t('payments.means'),
        value: (row) => t(`means.${row.means}`),
        width: 90,
      },
      {
        key: 'reference',
        title: t('payments.reference'),
        value: ({ reference }) => reference ?? t('kinds.renewal'),
        cell: ({ reference }) => (
          <span className="tabular text-muted">{reference ?? t('kinds.renewal')}</span>
        ),
        width: 150,
      },
    ],
    [t, format, planName],
  )
  const filtered = Object.keys(filter).length > 0
  return (
    <ResourceDesk
      resource={PAYMENTS}
      title={t('payments.title')}
      purpose={t('payments.purpose')}
      action={action}
      filter={filter}
      columns={columns}
      onOpen={(row) => set({ paiement: row.id })}
      note={<DemonstrationNote />}
      filters={
        <>
          <SearchField
            label={t('payments.search')}
            value={words}
            onChange={onWords}
            className="w-full sm:w-80"
          />
          <ChipMenu
            label={t('payments.state')}
            any={t('any')}
            value={state}
            options={STATES.map((value) => ({ value, label: t(`states.${value}`) }))}
            onChange={(value) => set({ etat: value })}
          />
          <ChipMenu
            label={t('payments.provider')}
            any={t('any')}
            value={provider}
            options={PROVIDERS.map((value) => ({ value, label: t(`providers.${value}`) }))}
            onChange={(value) => set({ prestataire: value })}
          />
          <ChipMenu
            label={t('payments.means')}
            any={t('any')}
            value={means}
            options={MEANS.map((value) => ({ value, label: t(`means.${value}`) }))}
            onChange={(value) => set({ moyen: value })}
          />
          <ChipMenu
            label={t('payments.plan')}
            any={t('any')}
            value={plan}
            options={plans.map(({ slug }) => ({ value: slug, label: planName(slug) }))}
            onChange={(value) => set({ formule: value })}
          />
          <DateRangeInput
            label={t('payments.period')}
            placeholder={t('payments.anyPeriod')}
            value={from && to ? { from, to } : null}
            today={parisDay(new Date())}
            onChange={(period) => set({ du: period?.from ?? null, au: period?.to ?? null })}
            className="w-full sm:w-64 md:[&>button]:h-10 md:[&>button]:text-14"
          />
          <UnsentNotices />
          <OpenDisputes onShow={() => set({ etat: 'disputed' })} />
        </>
      }
      empty={
        <EmptyState
          icon={<ReceiptText size={20} strokeWidth={1.75} aria-hidden />}
          title={t(filtered ? 'payments.noneFound' : 'payments.none')}
        >
          {t(filtered ? 'noneFoundNote' : 'payments.noneNote')}
        </EmptyState>
      }
    >
      <PaymentSheet id={search.get('paiement')} onClose={() => set({ paiement: null })} />
    </ResourceDesk>
  )
}

/** Disputes have a deadline, after which they are lost: they are said before anything is looked for. */
function OpenDisputes({ onShow }: { onShow: () => void }) {
  const { t } = useTranslation('office-money')
  const format = useFormat()
  const disputes = useQuery(openDisputesQuery).data ?? []
  const { length: count, 0: first } = disputes
  if (count === 0) return null
  return (
    <div className="w-full">
      <Notice icon={<ShieldAlert size={16} strokeWidth={1.75} aria-hidden />}>
        {first?.due_by
          ? t('payments.openDisputes', { count, day: format.parisDay(first.due_by) })
          : t('payments.openDisputesUndated', { count })}{' '}
        <button type="button" className="font-medium text-text underline" onClick={onShow}>
          {t('payments.showDisputes')}
        </button>
      </Notice>
    </div>
  )
}
