import type { ReactNode } from 'react'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { listed } from '#lib/language/listed.ts'
import { type ComparedFact, ComparedLines } from '#ui/product/comparison/comparison.tsx'
import { ExpiredMark } from '#ui/product/fact-note.tsx'
import { usePhaseName } from './phase-table.tsx'
import { type Challenge, type PropFirm, rulesOn } from './prop-firm.ts'
import { RULES } from './rule-diff.ts'
import { payoutText, ruleText } from './rule-text.ts'

/** What the comparison shows of each firm: its challenges, then the rules of the one by which it is listed, then its terms. */
export function useComparedFacts(
  challengeOf: (firm: PropFirm) => Challenge | null,
  day: string,
): readonly ComparedFact<PropFirm>[] {
  const { t, i18n } = useTranslation('prop-firms')
  const { t: guides } = useTranslation('guides')
  const format = useFormat()
  const phaseName = usePhaseName()
  const { language } = i18n
  const money = (amount: number, { currency }: Challenge) => format.moneyShort(amount, currency)
  const line = (challenge: Challenge) =>
    t('challengeLine', {
      name: challenge.name,
      fee: money(challenge.fee, challenge),
      size: money(challenge.account_size, challenge),
      split: format.percent(challenge.split),
    })
  /** A fact of the listed challenge. */
  const ofChallenge = (value: (challenge: Challenge, firm: PropFirm) => ReactNode) => (firm: PropFirm) => {
    const challenge = challengeOf(firm)
    return challenge ? value(challenge, firm) : format.dash
  }
  return [
    { name: t('entity'), value: ({ entity }) => entity },
    {
      name: t('challenges'),
      value: ({ challenges }) => <ComparedLines items={challenges.map(line)} />,
    },
    { name: t('comparedChallenge'), value: ofChallenge(({ name }) => name) },
    {
      name: t('fee'),
      value: ofChallenge((challenge, { facts }) => (
        <span className="grid justify-items-start gap-1">
          {`${money(challenge.fee, challenge)}, ${t(challenge.fee_refunded ? 'refunded' : 'notRefunded')}`}
          <ExpiredMark fact={facts[`challenges.${challenge.slug}.fee`]} />
        </span>
      )),
    },
    ...RULES.map((rule) => ({
      name: t(`rules.${rule}`),
      value: ofChallenge((challenge) => {
        const phases = rulesOn(challenge, day)?.phases ?? []
        const texts = phases.map((phase) => ruleText(phase, rule, { t, format }))
        return phases.length === 0 ? (
          format.dash
        ) : new Set(texts).size === 1 ? (
          texts[0]
        ) : (
          <ComparedLines
            items={phases.map(({ kind }, place) =>
              t('phaseRule', { phase: phaseName(place + 1, kind), rule: texts[place] ?? format.dash }),
            )}
          />
        )
      }),
    })),
    { name: t('payouts'), value: ofChallenge((challenge) => payoutText(challenge, t)) },
    { name: t('payout'), value: ({ payout }) => payout[language] },
    { name: guides('platforms'), value: ({ platforms }) => listed(platforms) },
    {
      name: guides('instruments'),
      value: ({ instruments }) => listed(instruments.map((name) => guides(`classes.${name}`))),
    },
    {
      name: guides('lastVerified'),
      value: (firm) => guides('verified', { date: format.day(firm.verified_on), name: firm.verified_by }),
    },
  ]
}
