import { Download, WalletCards, X } from 'lucide-react'
import { NETWORK_NAMES } from 'payments/wallet-network'
import { useCallback, useMemo, useState } from 'react'
import { oneOf, withParameters } from '#lib/browser/search-filter.ts'
import { useSearchParams } from '#lib/browser/search-params.ts'
import { useFormat } from '#lib/language/format.ts'
import { useLanguage, useTranslation } from '#lib/language/i18n.ts'
import { staffRefusalOf } from '#lib/session/staff-refusal.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { ChipMenu } from '#ui/overlay/chip-menu.tsx'
import { toast } from '#ui/overlay/toast.tsx'
import { EmptyState } from '#ui/states.tsx'
import { ResourceDesk } from '#ui/table/resource-desk.tsx'
import type { TableColumn } from '#ui/table/table-column.ts'
import { downloadCsv } from '#ui/table/table-export.ts'
import { Balance, PayoutSheet } from './payout-sheet.tsx'
import { PAYOUT_STATES, PAYOUTS, type Payout, payoutsCsv, readBatch, useApprove } from './payouts.ts'

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
  const batch = /^[1-9][0-9]{0,9}$/.exec(search.get('lot') ?? '')?.[0] ?? null
  const filter = useMemo(
    () => (state || batch ? { ...(state ? { state } : {}), ...(batch ? { batch } : {}) } : undefined),
    [state, batch],
  )
  const columns = useMemo(
    (): TableColumn<Payout>[] => [
      {
        key: 'requested',
        narrow: 'fact',
        title: t('payouts.requested'),
        value: ({ requested_at }) => requested_at,
        cell: ({ requested_at }) => <span className="tabular">{format.parisDateTime(requested_at)}</span>,
        width: 160,
      },
      {
        key: 'member',
        narrow: 'name',
        title: t('payouts.member'),
        value: ({ username }) => username,
        cell: ({ username, email }) => (
          <span className="flex min-w-0 items-center gap-2">
            <span className="truncate font-medium">{username ?? format.dash}</span>
            {email?.endsWith('@demonstration.invalid') && (
              <Badge tone="line">{t('payouts.fictitious')}</Badge>
            )}
          </span>
        ),
        width: 200,
      },
      {
        key: 'amount',
        narrow: 'fact',
        title: t('payouts.amount'),
        numeric: true,
        value: ({ amount }) => amount,
        cell: ({ amount, currency }) => format.money(amount, currency),
        width: 120,
      },
      {
        key: 'balance',
        title: t('payouts.balance'),
        numeric: true,
        value: ({ balance }) => balance,
        cell: (row) => <Balance payout={row} />,
        width: 140,
      },
      {
        key: 'asset',
        narrow: 'fact',
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
        key: 'same',
        title: t('payouts.sameAddress'),
        value: ({ same_address }) => same_address,
        cell: ({ same_address }) =>
          same_address > 0 ? (
            <Badge tone="warn">{t('payouts.sameAddressAs', { count: same_address })}</Badge>
          ) : (
            format.dash
          ),
        width: 220,
      },
      {
        key: 'state',
        narrow: 'state',
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
      action={batch ? <ExportBatch batch={Number(batch)} /> : null}
      filters={
        <>
          <ChipMenu
            label={t('payouts.state')}
            any={t('any')}
            value={state}
            options={PAYOUT_STATES.map((value) => ({ value, label: t(`payouts.states.${value}`) }))}
            onChange={(value) => set({ etat: value })}
          />
          {batch ? (
            <Button
              size="sm"
              icon={<X size={14} strokeWidth={1.75} aria-hidden />}
              aria-label={`${t('payouts.ofBatch', { batch })}, ${t('payouts.allBatches')}`}
              onClick={() => set({ lot: null })}
            >
              {t('payouts.ofBatch', { batch })}
            </Button>
          ) : null}
        </>
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
      <PayoutSheet
        payout={opened}
        onClose={() => setOpened(null)}
        onBatch={(of) => {
          setOpened(null)
          set({ lot: String(of), etat: null })
        }}
      />
    </ResourceDesk>
  )
}

/** The whole batch as a file for whoever sends it, whatever part of it is on the screen. */
function ExportBatch({ batch }: { batch: number }) {
  const { t } = useTranslation('office')
  const language = useLanguage()
  const [busy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    try {
      await downloadCsv(`versements-lot-${batch}`, payoutsCsv(await readBatch(batch), language))
    } catch (error) {
      toast({ title: t(`refused.${staffRefusalOf(error)}`), variant: 'destructive' })
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button
      size="sm"
      busy={busy}
      icon={<Download size={14} strokeWidth={1.75} aria-hidden />}
      onClick={() => void save()}
    >
      {t('payouts.exportBatch', { batch })}
    </Button>
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
