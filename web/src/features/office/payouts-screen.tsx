import { Download, WalletCards } from 'lucide-react'
import { NETWORK_NAMES } from 'payments/wallet-network'
import { useCallback, useMemo, useState } from 'react'
import { useFormat } from '#lib/format.ts'
import { useLanguage, useTranslation } from '#lib/i18n.ts'
import { oneOf, withParameters } from '#lib/search-filter.ts'
import { useSearchParams } from '#lib/search-params.ts'
import { staffRefusalOf } from '#lib/staff-refusal.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { ChipMenu } from '#ui/chip-menu.tsx'
import { ResourceDesk } from '#ui/resource-desk.tsx'
import { EmptyState } from '#ui/states.tsx'
import type { TableColumn } from '#ui/table-column.ts'
import { downloadCsv } from '#ui/table-export.ts'
import { toast } from '#ui/toast.tsx'
import { PayoutSheet } from './payout-sheet.tsx'
import { PAYOUT_STATES, PAYOUTS, type Payout, payoutsCsv, useApprove } from './payouts.ts'

export const PAYOUT_TONES = {
  requested: 'warn',
  approved: 'info',
  paid: 'gain',
  failed: 'loss',
  cancelled: 'neutral',
} as const

/** What members asked to be paid: approved in batches, taken along as a file, closed with the transaction that paid it. */
export default function PayoutsScreen() {
  const { t } = useTranslation('office')
  const format = useFormat()
  const [search, setSearch] = useSearchParams()
  const [opened, setOpened] = useState<Payout | null>(null)
  const state = oneOf(PAYOUT_STATES, search.get('etat'))
  const set = useCallback(
    (changes: Record<string, string | null>) =>
      setSearch((current) => withParameters(current, changes), { replace: true }),
    [setSearch],
  )
  const filter = useMemo(() => (state ? { state } : undefined), [state])
  const columns = useMemo(
    (): TableColumn<Payout>[] => [
      {
        key: 'requested',
        title: t('payouts.requested'),
        value: ({ requested_at }) => requested_at,
        cell: ({ requested_at }) => <span className="tabular">{format.dateTime(requested_at)}</span>,
        width: 160,
      },
      {
        key: 'member',
        title: t('payouts.member'),
        value: ({ username }) => username,
        cell: ({ username }) => <span className="font-medium">{username ?? format.dash}</span>,
        width: 180,
      },
      {
        key: 'amount',
        title: t('payouts.amount'),
        numeric: true,
        value: ({ amount }) => amount,
        cell: ({ amount, currency }) => format.money(amount, currency),
        width: 120,
      },
      {
        key: 'asset',
        title: t('payouts.asset'),
        value: ({ asset, network }) => `${asset} · ${NETWORK_NAMES[network]}`,
        width: 230,
      },
      {
        key: 'address',
        title: t('payouts.address'),
        value: ({ address }) => address,
        cell: ({ address }) => <span className="truncate font-mono text-13">{address}</span>,
        width: 280,
      },
      {
        key: 'state',
        title: t('payouts.state'),
        value: (row) => t(`payouts.states.${row.state}`),
        cell: (row) => <Badge tone={PAYOUT_TONES[row.state]}>{t(`payouts.states.${row.state}`)}</Badge>,
        width: 120,
      },
      {
        key: 'batch',
        title: t('payouts.batch'),
        numeric: true,
        value: ({ batch_id }) => batch_id,
        cell: ({ batch_id }) => batch_id ?? format.dash,
        width: 80,
      },
    ],
    [t, format],
  )
  return (
    <ResourceDesk
      resource={PAYOUTS}
      title={t('places.payouts')}
      purpose={t('payouts.purpose')}
      {...(filter ? { filter } : {})}
      columns={columns}
      onOpen={setOpened}
      selectionActions={(rows) => <Selected rows={rows} />}
      filters={
        <ChipMenu
          label={t('payouts.state')}
          any={t('any')}
          value={state}
          options={PAYOUT_STATES.map((value) => ({ value, label: t(`payouts.states.${value}`) }))}
          onChange={(value) => set({ etat: value })}
        />
      }
      empty={
        <EmptyState
          icon={<WalletCards size={20} strokeWidth={1.75} aria-hidden />}
          title={t(state ? 'payouts.noneFound' : 'payouts.none')}
        >
          {t(state ? 'noneFoundNote' : 'payouts.noneNote')}
        </EmptyState>
      }
    >
      <PayoutSheet payout={opened} onClose={() => setOpened(null)} />
    </ResourceDesk>
  )
}

function Selected({ rows }: { rows: readonly Payout[] }) {
  const { t } = useTranslation('office')
  const language = useLanguage()
  const approve = useApprove()
  const requested = rows.filter(({ state }) => state === 'requested')
  const send = () =>
    approve.mutate(
      requested.map(({ id }) => id),
      {
        onSuccess: (batch) => toast({ title: t('payouts.approved', { batch: Number(batch) }) }),
        onError: (error) => toast({ title: t(`refused.${staffRefusalOf(error)}`), variant: 'destructive' }),
      },
    )
  return (
    <>
      <Button
        size="sm"
        variant="inverse"
        busy={approve.isPending}
        disabled={requested.length === 0 || requested.length < rows.length}
        onClick={send}
      >
        {t('payouts.approve', { count: requested.length })}
      </Button>
      <Button
        size="sm"
        icon={<Download size={14} strokeWidth={1.75} aria-hidden />}
        onClick={() => downloadCsv('versements', payoutsCsv(rows, language))}
      >
        {t('payouts.export')}
      </Button>
    </>
  )
}
