import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { listed } from '#lib/language/listed.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { ExpiredMark } from '#ui/product/fact-note.tsx'
import { FictitiousBadge } from '#ui/product/fictitious-badge.tsx'
import type { Broker } from './broker.ts'
import { accountText, instrumentsText, leverageText, losingText, verifiedText } from './broker-facts.ts'

type Props = { brokers: readonly Broker[]; onRemove: (slug: string) => void }

/** Up to four brokers side by side, with the same facts in the same order. */
export function Comparison({ brokers, onRemove }: Props) {
  const { t, i18n } = useTranslation('brokers')
  const { t: guides } = useTranslation('guides')
  const format = useFormat()
  const { language } = i18n
  const words = { t, guides, format, language }
  const lines = (items: readonly string[]): ReactNode => (
    <ul className="grid gap-1">
      {items.map((item) => (
        <li key={item}>{item}</li>
      ))}
    </ul>
  )
  const read = (value: string, fact: Broker['facts'][string] | undefined): ReactNode => (
    <span className="grid justify-items-start gap-1">
      {value}
      <ExpiredMark fact={fact} />
    </span>
  )
  const rows: { name: string; value: (broker: Broker) => ReactNode }[] = [
    { name: t('entity'), value: ({ entity }) => entity },
    { name: t('regulator'), value: ({ regulator, facts }) => read(regulator, facts.regulator) },
    { name: t('licence'), value: ({ licence_number: number, facts }) => read(number, facts.licence_number) },
    { name: t('losing'), value: (broker) => read(losingText(broker, words), broker.facts.losing_share) },
    {
      name: t('accounts'),
      value: ({ accounts }) => lines(accounts.map((account) => accountText(account, words))),
    },
    { name: t('leverage'), value: (broker) => leverageText(broker, words) },
    { name: guides('platforms'), value: ({ platforms }) => listed(platforms) },
    { name: guides('instruments'), value: (broker) => instrumentsText(broker, words) },
    {
      name: t('protections'),
      value: ({ protections }) => lines(protections.map((text) => text[language])),
    },
    { name: t('deposits'), value: ({ deposits }) => deposits[language] },
    { name: t('withdrawals'), value: ({ withdrawals }) => withdrawals[language] },
    { name: guides('lastVerified'), value: (broker) => verifiedText(broker, words) },
  ]
  return (
    <section id="comparaison" aria-labelledby="comparison" className="mt-8 scroll-mt-16">
      <h2 id="comparison" className="mb-3 text-16 font-semibold">
        {t('compare.title', { count: brokers.length })}
      </h2>
      <Card className="overflow-hidden">
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
        <section aria-labelledby="comparison" tabIndex={0} className="overflow-x-auto -outline-offset-2">
          <table className="w-full border-collapse text-13">
            <thead>
              <tr>
                <th scope="col" className="sticky left-0 z-10 w-32 bg-surface p-4 text-left md:w-44">
                  <span className="sr-only">{t('compare.fact')}</span>
                </th>
                {brokers.map((broker) => (
                  <th
                    key={broker.slug}
                    scope="col"
                    aria-label={broker.name}
                    className="min-w-48 border-l border-line p-4 text-left align-top font-normal"
                  >
                    <div className="flex items-start justify-between gap-2">
                      <span className="text-14 font-semibold">{broker.name}</span>
                      <Button
                        variant="ghost"
                        size="sm"
                        iconOnly
                        className="-mt-1 -mr-1"
                        aria-label={t('compare.remove', { broker: broker.name })}
                        onClick={() => onRemove(broker.slug)}
                        icon={<X size={16} strokeWidth={1.75} aria-hidden />}
                      />
                    </div>
                    {broker.fictitious && (
                      <div className="mt-1">
                        <FictitiousBadge />
                      </div>
                    )}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(({ name, value }) => (
                <tr key={name} className="border-t border-line align-top">
                  <th
                    scope="row"
                    className="sticky left-0 z-10 bg-surface px-4 py-3 text-left font-medium text-muted"
                  >
                    {name}
                  </th>
                  {brokers.map((broker) => (
                    <td key={broker.slug} className="border-l border-line px-4 py-3">
                      {value(broker)}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      </Card>
    </section>
  )
}
