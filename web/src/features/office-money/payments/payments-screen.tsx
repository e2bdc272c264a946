import { useQuery } from '@tanstack/react-query'
import { ReceiptText, ShieldAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { oneOf, withParameters } from '#lib/browser/search-filter.ts'
import { useSearchParams } from '#lib/browser/search-params.ts'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { parisDay, parisMoment } from '#lib/money/paris-day.ts'
import { DateRangeInput } from '#ui/date/date-range-input.tsx'
import { addDays } from '#ui/date/iso-date.ts'
import { Segmented } from '#ui/form/segmented.tsx'
import { Notice } from '#ui/notice.tsx'
import { useColumns } from '#ui/table/column-kit.tsx'
import { useSetParameters } from '#ui/table/desk-filters.tsx'
import { ResourceDesk } from '#ui/table/resource-desk.tsx'
import { DemonstrationNote } from '../demonstration-note.tsx'
import { usePlanDesk, usePlanName } from '../plans/plans.ts'
import { PaymentBadge, TestBadge } from './payment-badge.tsx'
import { PaymentSheet } from './payment-sheet.tsx'
import { MEANS, openDisputesQuery, PAYMENTS, type Payment, PROVIDERS, STATES } from './payments.ts'
import { ProviderEventsDesk } from './provider-events-desk.tsx'
import { UnsentNotices } from './unsent-notices.tsx'

/** Every payment, searchable and with filters; or the provider events that had no effect. */
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
  const planName = usePlanName()
  const plans = usePlanDesk().data ?? []
  const [search] = useSearchParams()
  const set = useSetParameters()
  const [from, to] = [search.get('du'), search.get('au')]
  const columns = useColumns<Payment>(
    (c, format) => [
      c.parisMoment('created_at', t('payments.at'), 176, { narrow: 'fact' }),
      c.name('member_name', t('payments.member'), 180, ({ member_name }) => member_name ?? t('erased')),
      c.money('amount', t('payments.amount'), 110, { narrow: 'fact' }),
      c.text('state', t('payments.state'), 190, {
        narrow: 'state',
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
      }),
      c.number('refunded', t('payments.refunded'), 130, {
        value: ({ refunded }) => refunded || null,
        cell: ({ refunded, currency }) => (refunded ? format.money(-refunded, currency) : format.dash),
      }),
      c.text('plan', t('payments.plan'), 110, { narrow: 'fact', value: (row) => planName(row.plan) }),
      c.text('provider', t('payments.provider'), 110, {
        value: (row) => t(`providers.${row.provider}`),
        cell: (row) => (row.provider === 'sandbox' ? <TestBadge /> : t(`providers.${row.provider}`)),
      }),
      c.text('means', t('payments.means'), 90, { narrow: 'fact', value: (row) => t(`means.${row.means}`) }),
      c.text('reference', t('payments.reference'), 150, {
        value: ({ reference }) => reference ?? t('kinds.renewal'),
        cell: ({ reference }) => (
          <span className="tabular text-muted">{reference ?? t('kinds.renewal')}</span>
        ),
      }),
    ],
    [t, planName],
  )
  return (
    <ResourceDesk
      resource={PAYMENTS}
      title={t('payments.title')}
      purpose={t('payments.purpose')}
      action={action}
      columns={columns}
      note={<DemonstrationNote />}
      filters={[
        { kind: 'words', at: 'q', asks: 'q', label: t('payments.search') },
        {
          kind: 'menu',
          at: 'etat',
          asks: 'state',
          label: t('payments.state'),
          options: STATES.map((value) => ({ value, label: t(`states.${value}`) })),
        },
        {
          kind: 'menu',
          at: 'prestataire',
          asks: 'provider',
          label: t('payments.provider'),
          options: PROVIDERS.map((value) => ({ value, label: t(`providers.${value}`) })),
        },
        {
          kind: 'menu',
          at: 'moyen',
          asks: 'means',
          label: t('payments.means'),
          options: MEANS.map((value) => ({ value, label: t(`means.${value}`) })),
        },
        {
          kind: 'menu',
          at: 'formule',
          asks: 'plan',
          label: t('payments.plan'),
          options: plans.map(({ slug }) => ({ value: slug, label: planName(slug) })),
        },
      ]}
      moreFilter={{
        ...(from ? { since: parisMoment(from) } : {}),
        ...(to ? { until: parisMoment(addDays(to, 1)) } : {}),
      }}
      moreFilters={
        <>
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
      file={{ at: 'paiement', sheet: (id, close) => <PaymentSheet id={id} onClose={close} /> }}
      empty={{
        icon: ReceiptText,
        title: t('payments.none'),
        note: t('payments.noneNote'),
        noneFound: t('payments.noneFound'),
      }}
    />
  )
}

/** Open disputes are lost after a deadline, so they are shown first. */
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
