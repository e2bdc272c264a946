import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '#lib/language/i18n.ts'
import { ErrorState } from '#ui/error-state.tsx'
import { PageTitle } from '#ui/page-title.tsx'
import { AuditTrail } from '#ui/product/audit-trail.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Panel } from '../panel.tsx'
import { sellerQuery } from './seller.ts'
import { SellerForm } from './seller-form.tsx'
import { SellerStatus } from './seller-status.tsx'

/** The seller's details for invoices and legal pages, what is missing, and the change history. */
export default function SellerScreen() {
  const { t } = useTranslation('office-money')
  const seller = useQuery(sellerQuery)
  return (
    <div className="mx-auto grid w-full max-w-200 content-start gap-6 px-4 pt-5 pb-10 md:px-6">
      <header>
        <PageTitle>{t('seller.title')}</PageTitle>
        <p className="mt-0.5 text-pretty text-muted">{t('seller.purpose')}</p>
      </header>
      {seller.data ? (
        <>
          <SellerStatus seller={seller.data} />
          <SellerForm seller={seller.data} />
          <Panel title={t('seller.history')} note={t('seller.historyNote')}>
            <AuditTrail filter={{ table: 'seller' }} />
          </Panel>
        </>
      ) : seller.isLoadingError ? (
        <ErrorState onRetry={() => void seller.refetch()} />
      ) : (
        <>
          <Skeleton className="h-32" />
          <Skeleton className="h-160" />
        </>
      )}
    </div>
  )
}
