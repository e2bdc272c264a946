import { useState } from 'react'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { listed } from '#lib/language/listed.ts'
import { DetailSection, Facts } from '#ui/figure/facts.tsx'
import { Segmented } from '#ui/form/segmented.tsx'
import { DatedFact } from '#ui/product/fact-note.tsx'
import { FrenchNotice } from '#ui/product/french-notice.tsx'
import { OutboundLink } from '#ui/product/outbound-link.tsx'
import { ProsAndCons } from '#ui/product/pros-and-cons.tsx'
import { RiskNote } from '#ui/product/risk-note.tsx'
import { PhaseTable } from './phase-table.tsx'
import { Promotion } from './promotion.tsx'
import { type Challenge, type PropFirm, rulesOn } from './prop-firm.ts'
import { RuleHistory } from './rule-history.tsx'
import { payoutText } from './rule-text.ts'

/** All facts of the guide about a firm: its challenges with their current rules and rule history, then the firm itself. */
export function FirmDetails({ firm, day }: { firm: PropFirm; day: string }) {
  const { t, i18n } = useTranslation('prop-firms')
  const { t: guides } = useTranslation('guides')
  const format = useFormat()
  const { language } = i18n
  const [chosen, choose] = useState(firm.challenges[0]?.slug ?? '')
  const challenge = firm.challenges.find(({ slug }) => slug === chosen)
  return (
    <>
      <section className="px-4 py-5 md:px-6">
        {language !== 'fr' && firm.summary[language] === firm.summary.fr && <FrenchNotice />}
        <p className="text-pretty text-muted">{firm.summary[language]}</p>
        <Promotion firm={firm} />
      </section>
      <DetailSection title={t('challenge')}>
        {firm.challenges.length > 1 && (
          <div className="mb-2 max-w-full overflow-x-auto">
            <Segmented
              label={t('challenge')}
              value={chosen}
              onChange={choose}
              options={firm.challenges.map(({ slug, name }) => ({ value: slug, label: name }))}
            />
          </div>
        )}
        {challenge ? (
          <Terms firm={firm} challenge={challenge} />
        ) : (
          <p className="text-muted">{t('noChallenge')}</p>
        )}
      </DetailSection>
      {challenge && <Rules challenge={challenge} day={day} />}
      <DetailSection title={t('firm')}>
        <Facts
          rows={[
            {
              name: t('entity'),
              value: <DatedFact fact={firm.facts.entity}>{firm.entity}</DatedFact>,
            },
            { name: t('payout'), value: firm.payout[language] },
            { name: guides('platforms'), value: listed(firm.platforms) },
            {
              name: guides('instruments'),
              value: listed(firm.instruments.map((name) => guides(`classes.${name}`))),
            },
            {
              name: guides('lastVerified'),
              value: guides('verified', {
                date: format.day(firm.verified_on),
                name: firm.verified_by,
              }),
            },
          ]}
        />
      </DetailSection>
      <DetailSection title={guides('opinion')}>
        <ProsAndCons pros={firm.pros} cons={firm.cons} />
      </DetailSection>
      <DetailSection title={guides('site.title')}>
        <OutboundLink
          website={firm.website_url}
          affiliate={firm.affiliate_url}
          disclosure={firm.affiliate_disclosure}
        />
        <RiskNote className="mt-5">{t('risk')}</RiskNote>
      </DetailSection>
    </>
  )
}

function Terms({ firm, challenge }: { firm: PropFirm; challenge: Challenge }) {
  const { t } = useTranslation('prop-firms')
  const format = useFormat()
  const { currency } = challenge
  const fact = (field: 'fee' | 'split') => firm.facts[`challenges.${challenge.slug}.${field}`]
  return (
    <Facts
      rows={[
        { name: t('size'), value: format.moneyShort(challenge.account_size, currency) },
        {
          name: t('fee'),
          value: (
            <DatedFact fact={fact('fee')}>
              {`${format.moneyShort(challenge.fee, currency)}, ${t(challenge.fee_refunded ? 'refunded' : 'notRefunded')}`}
            </DatedFact>
          ),
        },
        {
          name: t('split'),
          value: (
            <DatedFact fact={fact('split')}>
              {t('splitText', { share: format.percent(challenge.split) })}
            </DatedFact>
          ),
        },
        {
          name: t('payouts'),
          value: payoutText(challenge, t),
        },
      ]}
    />
  )
}

function Rules({ challenge, day }: { challenge: Challenge; day: string }) {
  const { t } = useTranslation('prop-firms')
  const format = useFormat()
  const current = rulesOn(challenge, day)
  return (
    <>
      <DetailSection title={t('rules.title')}>
        {current ? (
          <>
            <p className="mb-1 text-13 text-muted">
              {t('rules.since', { date: format.day(current.applies_from) })}
            </p>
            <PhaseTable phases={current.phases} />
          </>
        ) : (
          <p className="text-muted">{t('rules.unknown')}</p>
        )}
      </DetailSection>
      {challenge.versions.length > 0 && (
        <DetailSection title={t('history.title')}>
          <p className="mb-4 text-13 text-pretty text-muted">{t('history.lead')}</p>
          <RuleHistory versions={challenge.versions} />
        </DetailSection>
      )}
    </>
  )
}
