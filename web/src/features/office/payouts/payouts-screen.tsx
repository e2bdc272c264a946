import { Download, WalletCards, X } from 'lucide-react'
import { NETWORK_NAMES } from 'payments/wallet-network'
import { useState } from 'react'
import { useSearchParams } from '#lib/browser/search-params.ts'
import { useLanguage, useTranslation } from '#lib/language/i18n.ts'
import { staffRefusalOf } from '#lib/session/staff-refusal.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { toast } from '#ui/overlay/toast.tsx'
import { useColumns } from '#ui/table/column-kit.tsx'
import { useSetParameters } from '#ui/table/desk-filters.tsx'
import { ResourceDesk } from '#ui/table/resource-desk.tsx'
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

/** Requested payouts: approved in batches, exported as a file, and closed with the transaction that paid them. */
export default function PayoutsScreen() {
  const { t } = useTranslation('office')
  const [search] = useSearchParams()
  const set = useSetParameters()
  const [opened, setOpened] = useState<Payout | null>(null)
  const batch = /^[1-9][0-9]{0,9}$/.exec(search.get('lot') ?? '')?.[0] ?? null
  const columns = useColumns<Payout>(
    (c, format) => [
      c.parisMoment('requested_at', t('payouts.requested'), 160, { narrow: 'fact' }),
      c.name(
        'username',
        t('payouts.member'),
        200,
        ({ username }) => username ?? format.dash,
        ({ email }) =>
          email?.endsWith('@demonstration.invalid') && <Badge tone="line">{t('payouts.fictitious')}</Badge>,
      ),
      c.money('amount', t('payouts.amount'), 120, { narrow: 'fact' }),
      c.number('balance', t('payouts.balance'), 140, { cell: (row) => <Balance payout={row} /> }),
      c.text('asset', t('payouts.asset'), 230, {
        narrow: 'fact',
        value: ({ asset, network }) => `${asset} · ${NETWORK_NAMES[network]}`,
      }),
      c.text('address', t('payouts.address'), 280, {
        cell: ({ address }) => <span className="truncate font-mono text-13">{address}</span>,
      }),
      c.text('same_address', t('payouts.sameAddress'), 220, {
        cell: ({ same_address }) =>
          same_address > 0 ? (
            <Badge tone="warn">{t('payouts.sameAddressAs', { count: same_address })}</Badge>
          ) : (
            format.dash
          ),
      }),
      c.badge(
        'state',
        t('payouts.state'),
        120,
        (row) => t(`payouts.states.${row.state}`),
        (row) => PAYOUT_TONES[row.state],
      ),
      c.number('batch_id', t('payouts.batch'), 80, { cell: ({ batch_id }) => batch_id ?? format.dash }),
    ],
    [t],
  )
  return (
    <ResourceDesk
      resource={PAYOUTS}
      title={t('places.payouts')}
      purpose={t('payouts.purpose')}
      columns={columns}
      onOpen={setOpened}
      selectionActions={(rows) => <Selected rows={rows} />}
      action={batch ? <ExportBatch batch={Number(batch)} /> : null}
      filters={[
        {
          kind: 'menu',
          at: 'etat',
          asks: 'state',
          label: t('payouts.state'),
          options: PAYOUT_STATES.map((value) => ({ value, label: t(`payouts.states.${value}`) })),
        },
      ]}
      moreFilter={batch ? { batch } : {}}
      moreFilters={
        batch && (
          <Button
            size="sm"
            icon={<X size={14} strokeWidth={1.75} aria-hidden />}
            aria-label={`${t('payouts.ofBatch', { batch })}, ${t('payouts.allBatches')}`}
            onClick={() => set({ lot: null })}
          >
            {t('payouts.ofBatch', { batch })}
          </Button>
        )
      }
      empty={{
        icon: WalletCards,
        title: t('payouts.none'),
        note: t('payouts.noneNote'),
        noneFound: t('payouts.noneFound'),
      }}
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

/** Exports the whole batch for the sender of the payments, whatever part of it is displayed. */
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
