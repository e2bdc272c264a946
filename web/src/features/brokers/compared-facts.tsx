import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { listed } from '#lib/language/listed.ts'
import { type ComparedFact, ComparedLines } from '#ui/product/comparison/comparison.tsx'
import { ExpiredMark } from '#ui/product/fact-note.tsx'
import type { Broker } from './broker.ts'
import { accountText, instrumentsText, leverageText, losingText, verifiedText } from './broker-facts.ts'

/** What the comparison shows of each broker. */
export function useComparedFacts(): readonly ComparedFact<Broker>[] {
  const { t, i18n } = useTranslation('brokers')
  const { t: guides } = useTranslation('guides')
  const format = useFormat()
  const { language } = i18n
  const words = { t, guides, format, language }
  const read = (value: string, fact: Broker['facts'][string] | undefined) => (
    <span className="grid justify-items-start gap-1">
      {value}
      <ExpiredMark fact={fact} />
    </span>
  )
  return [
    { name: t('entity'), value: ({ entity }) => entity },
    { name: t('regulator'), value: ({ regulator, facts }) => read(regulator, facts.regulator) },
    { name: t('licence'), value: ({ licence_number: number, facts }) => read(number, facts.licence_number) },
    { name: t('losing'), value: (broker) => read(losingText(broker, words), broker.facts.losing_share) },
    {
      name: t('accounts'),
      value: ({ accounts }) => (
        <ComparedLines items={accounts.map((account) => accountText(account, words))} />
      ),
    },
    { name: t('leverage'), value: (broker) => leverageText(broker, words) },
    { name: guides('platforms'), value: ({ platforms }) => listed(platforms) },
    { name: guides('instruments'), value: (broker) => instrumentsText(broker, words) },
    {
      name: t('protections'),
      value: ({ protections }) => <ComparedLines items={protections.map((text) => text[language])} />,
    },
    { name: t('deposits'), value: ({ deposits }) => deposits[language] },
    { name: t('withdrawals'), value: ({ withdrawals }) => withdrawals[language] },
    { name: guides('lastVerified'), value: (broker) => verifiedText(broker, words) },
  ]
}
