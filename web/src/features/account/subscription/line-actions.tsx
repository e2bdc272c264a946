import { ArrowUpRight, Download } from 'lucide-react'
import { useStoredFile } from '#lib/data/use-stored-file.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { Button } from '#ui/button.tsx'
import type { MoneyLine } from './subscription-queries.ts'

const icon = { size: 14, strokeWidth: 1.75, 'aria-hidden': true } as const

/** The actions of a line of money: an invoice's file, or a refund waiting to be claimed. */
export function LineActions({ line: { kind, details } }: { line: MoneyLine }) {
  if ((kind === 'invoice_issued' || kind === 'credit_note_issued') && typeof details.number === 'string')
    return <InvoiceFile userId={String(details.file).split('/')[0] ?? ''} number={details.number} />
  if (kind === 'refund_asked' && typeof details.claim_url === 'string')
    return <ClaimLink url={details.claim_url} />
  return null
}

/** The provider's page where a crypto refund is given an address. */
export function ClaimLink({ url }: { url: string }) {
  const { t } = useTranslation('account')
  return (
    <Button asChild size="sm" variant="outline" className="mt-2">
      <a href={url} target="_blank" rel="noopener noreferrer">
        {t('claim.do')}
        <ArrowUpRight {...icon} />
        <span className="sr-only">{t('claim.newTab')}</span>
      </a>
    </Button>
  )
}

function InvoiceFile({ userId, number }: { userId: string; number: string }) {
  const { t } = useTranslation('account')
  const { busy, missing, download } = useStoredFile('invoices', `${userId}/${number}.pdf`)
  return (
    <>
      <Button
        size="sm"
        variant="outline"
        className="mt-2"
        icon={<Download {...icon} />}
        busy={busy}
        disabled={busy}
        aria-label={t('invoices.downloadNamed', { number })}
        onClick={download}
      >
        {t('invoices.download')}
      </Button>
      {missing ? (
        <span role="alert" className="block text-loss">
          {t('invoices.notYet')}
        </span>
      ) : null}
    </>
  )
}
