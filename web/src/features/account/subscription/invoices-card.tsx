import { useQuery } from '@tanstack/react-query'
import { Download, FileText, ReceiptText } from 'lucide-react'
import { useState } from 'react'
import { useStoredFile } from '#lib/data/use-stored-file.ts'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { SettingCard, SettingRow } from '../setting-row.tsx'
import { invoicesQuery } from './invoice-queries.ts'
import { type InvoiceState, invoiceStates, type OwnInvoice } from './invoice-state.ts'

/** The number shown before "show all". */
const FEW = 6
const TONES = { paid: 'gain', refunded: 'neutral', partlyRefunded: 'neutral', creditNote: 'line' } as const

/** The member's invoices and credit notes, latest first, each with its download. */
export function InvoicesCard({ userId }: { userId: string }) {
  const { t } = useTranslation('account')
  const invoices = useQuery(invoicesQuery(userId))
  const [whole, setWhole] = useState(false)
  if (invoices.isLoadingError) return <ErrorState onRetry={() => void invoices.refetch()} />
  if (!invoices.data) return <Skeleton className="h-40 w-full" />
  const states = invoiceStates(invoices.data)
  const shown = whole ? invoices.data : invoices.data.slice(0, FEW)
  return (
    <SettingCard title={t('invoices.title')} help="factures-et-tva" purpose={t('invoices.purpose')}>
      {shown.length === 0 ? (
        <SettingRow icon={ReceiptText} title={t('invoices.none')}>
          {t('invoices.noneNote')}
        </SettingRow>
      ) : null}
      {shown.map((invoice) => (
        <InvoiceRow key={invoice.id} invoice={invoice} state={states.get(invoice.id) ?? 'paid'} />
      ))}
      {shown.length < invoices.data.length ? (
        <div className="px-4 py-3 md:px-6">
          <Button variant="ghost" onClick={() => setWhole(true)}>
            {t('invoices.all', { count: invoices.data.length })}
          </Button>
        </div>
      ) : null}
    </SettingCard>
  )
}

function InvoiceRow({ invoice, state }: { invoice: OwnInvoice; state: InvoiceState }) {
  const { t } = useTranslation('account')
  const format = useFormat()
  const { number, kind, test, issued_at, total, currency } = invoice
  const { busy, missing, download } = useStoredFile('invoices', `${invoice.user_id}/${number}.pdf`)
  return (
    <SettingRow
      icon={FileText}
      title={
        <>
          <span className="tabular-nums">{number}</span>
          <Badge tone={TONES[state]}>{t(`invoices.${state}`)}</Badge>
          {test ? <Badge tone="warn">{t('invoices.test')}</Badge> : null}
        </>
      }
      action={
        <div className="flex items-center gap-3">
          <span className="font-medium tabular-nums">
            {format.money(kind === 'credit_note' ? -total : total, currency)}
          </span>
          <Button
            variant="outline"
            busy={busy}
            disabled={busy}
            aria-label={t('invoices.downloadNamed', { number })}
            onClick={download}
          >
            <Download size={16} strokeWidth={1.75} aria-hidden />
            {t('invoices.download')}
          </Button>
        </div>
      }
    >
      {format.date(issued_at)}
      {missing ? (
        <span role="alert" className="block text-loss">
          {t('invoices.notYet')}
        </span>
      ) : null}
    </SettingRow>
  )
}
