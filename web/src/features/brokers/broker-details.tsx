import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { listed } from '#lib/language/listed.ts'
import { DetailSection, Facts } from '#ui/figure/facts.tsx'
import { DatedFact } from '#ui/product/fact-note.tsx'
import { FrenchNotice } from '#ui/product/french-notice.tsx'
import { OutboundLink } from '#ui/product/outbound-link.tsx'
import { ProsAndCons } from '#ui/product/pros-and-cons.tsx'
import { RiskNote } from '#ui/product/risk-note.tsx'
import { AccountTable } from './account-table.tsx'
import type { Broker } from './broker.ts'
import { instrumentsText, leverageText, losingText, verifiedText } from './broker-facts.ts'

/** All facts of the guide about a broker, from the legal entity to withdrawals. */
export function BrokerDetails({ broker }: { broker: Broker }) {
  const { t, i18n } = useTranslation('brokers')
  const { t: guides } = useTranslation('guides')
  const format = useFormat()
  const { language } = i18n
  const words = { t, guides, format, language }
  const { facts, withdrawal_days: withdrawalDays } = broker
  return (
    <>
      <DetailSection title={t('who')}>
        {language !== 'fr' && broker.summary[language] === broker.summary.fr && <FrenchNotice />}
        <p className="mb-2 text-pretty text-muted">{broker.summary[language]}</p>
        <Facts
          rows={[
            { name: t('entity'), value: broker.entity },
            {
              name: t('regulator'),
              value: <DatedFact fact={facts.regulator}>{broker.regulator}</DatedFact>,
            },
            {
              name: t('licence'),
              value: <DatedFact fact={facts.licence_number}>{broker.licence_number}</DatedFact>,
            },
            {
              name: t('losing'),
              value: <DatedFact fact={facts.losing_share}>{losingText(broker, words)}</DatedFact>,
            },
            { name: guides('lastVerified'), value: verifiedText(broker, words) },
          ]}
        />
      </DetailSection>
      <DetailSection title={t('accounts')}>
        <AccountTable broker={broker} />
      </DetailSection>
      <DetailSection title={t('conditions')}>
        <Facts
          rows={[
            { name: t('leverage'), value: leverageText(broker, words) },
            { name: guides('instruments'), value: instrumentsText(broker, words) },
            { name: guides('platforms'), value: listed(broker.platforms) },
            {
              name: t('protections'),
              value: (
                <ul className="grid gap-1">
                  {broker.protections.map((text) => (
                    <li key={text.fr}>{text[language]}</li>
                  ))}
                </ul>
              ),
            },
            { name: t('deposits'), value: broker.deposits[language] },
            { name: t('withdrawals'), value: broker.withdrawals[language] },
            ...(withdrawalDays === null
              ? []
              : [
                  {
                    name: t('withdrawalDays'),
                    value: (
                      <DatedFact fact={facts.withdrawal_days}>
                        {t('days', { count: withdrawalDays })}
                      </DatedFact>
                    ),
                  },
                ]),
          ]}
        />
      </DetailSection>
      <DetailSection title={guides('opinion')}>
        <ProsAndCons pros={broker.pros} cons={broker.cons} />
      </DetailSection>
      <DetailSection title={guides('site.title')}>
        <OutboundLink
          website={broker.website_url}
          affiliate={broker.affiliate_url}
          disclosure={broker.affiliate_disclosure}
        />
        <RiskNote className="mt-5">{t('risk')}</RiskNote>
      </DetailSection>
    </>
  )
}
