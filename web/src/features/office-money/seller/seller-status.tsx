import { CircleCheck, TriangleAlert } from 'lucide-react'
import { Link } from '#lib/browser/router-link.tsx'
import { Trans, useLanguage, useTranslation } from '#lib/language/i18n.ts'
import { brand } from '#lib/site/brand.ts'
import { Card } from '#ui/card.tsx'
import type { Seller, SellerFact } from './seller.ts'

/** A field's name within a sentence: in lower case unless it is an abbreviation. */
const inSentence = (name: string) => name.replace(/^\p{Lu}(?=\p{Ll})/u, (first) => first.toLocaleLowerCase())

/** Whether paid plans can be sold, what prevents it, and what the legal pages still miss. */
export function SellerStatus({ seller }: { seller: Seller }) {
  const { t } = useTranslation('office-money')
  const language = useLanguage()
  const listed = (words: string[]) => new Intl.ListFormat(language).format(words)
  const stopped = seller.missing.length > 0
  const names = (facts: readonly SellerFact[]) =>
    listed(facts.map((fact) => inSentence(t(`seller.facts.${fact}`))))
  const providers = listed(seller.real.map((provider) => t(`providers.${provider}`)))
  const elsewhere = (['name', 'contact'] as const).filter(
    (fact) => seller[fact] !== (fact === 'name' ? brand.legalEntity : brand.contact),
  )
  return (
    <Card className="grid grid-cols-[20px_1fr] gap-x-3 p-4 md:p-6">
      {stopped ? (
        <TriangleAlert size={20} strokeWidth={1.75} className="text-warn" aria-hidden />
      ) : (
        <CircleCheck size={20} strokeWidth={1.75} className="text-gain" aria-hidden />
      )}
      <div className="grid gap-2">
        <h2 className="font-semibold">
          {t(
            stopped
              ? seller.real.length > 0
                ? 'seller.stopped'
                : 'seller.wouldStop'
              : seller.real.length > 0
                ? 'seller.open'
                : 'seller.ready',
          )}
        </h2>
        {stopped && (
          <p className="text-pretty text-muted">
            {t('seller.missing', { facts: names(seller.missing), count: seller.missing.length })}
          </p>
        )}
        <p className="text-pretty text-muted">
          {seller.real.length === 0
            ? t('seller.sandboxOnly')
            : t(stopped ? 'seller.providersHeld' : 'seller.providersOpen', { providers })}
        </p>
        {seller.owed.length > 0 && (
          <p className="text-pretty text-muted">
            <Trans
              t={t}
              i18nKey="seller.owed"
              values={{ facts: names(seller.owed) }}
              components={{ notice: <Link to="/mentions-legales" className="underline" /> }}
            />
          </p>
        )}
        {elsewhere.length > 0 && (
          <p className="text-pretty text-muted">
            {t('seller.elsewhere', { facts: names(elsewhere), file: 'web/src/app/brand.ts' })}
          </p>
        )}
      </div>
    </Card>
  )
}
