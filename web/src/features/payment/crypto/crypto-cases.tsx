import { useTranslation } from '#lib/language/i18n.ts'
import { Card } from '#ui/card.tsx'

const CASES = ['late', 'over', 'network'] as const

/** What becomes of coins that are late, too many, or on another network. */
export function CryptoCases({ network }: { network: string }) {
  const { t } = useTranslation('payment')
  return (
    <Card className="p-5 md:px-6">
      <section aria-labelledby="crypto-cases">
        <h2 id="crypto-cases" className="mb-1 font-semibold">
          {t('invoice.otherwise')}
        </h2>
        <dl className="divide-y divide-line text-13">
          {CASES.map((one) => (
            <div key={one} className="grid gap-x-4 py-2.5 sm:grid-cols-[140px_minmax(0,1fr)]">
              <dt className="font-medium">{t(`invoice.cases.${one}.title`)}</dt>
              <dd className="text-pretty text-muted">{t(`invoice.cases.${one}.text`, { network })}</dd>
            </div>
          ))}
        </dl>
      </section>
    </Card>
  )
}
