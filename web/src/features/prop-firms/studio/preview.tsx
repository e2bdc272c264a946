import type { PreviewProps } from '#studio/define-studio.ts'
import { factNotes, factValue, inEvery, itemsOf, lastRead } from '#studio/document/read-values.ts'
import { FirmDetails } from '../firm-details.tsx'
import type { PropFirm, RuleVersion } from '../prop-firm.ts'

/** The firm's page of the guide, rendered from a draft; rule versions without a day or a phase are omitted. */
export function PropFirmPreview({ slug, fields, texts, today, author }: PreviewProps) {
  const challenges = (fields.challenges ?? []) as Record<string, unknown>[]
  const firm = {
    ...fields,
    slug,
    entity: factValue(fields.entity) ?? '',
    summary: inEvery(texts.summary),
    payout: inEvery(texts.payout),
    pros: itemsOf(texts.pros).map(inEvery),
    cons: itemsOf(texts.cons).map(inEvery),
    promotion_text: texts.promotion_text ? inEvery(texts.promotion_text) : null,
    affiliate_disclosure: texts.affiliate_disclosure ? inEvery(texts.affiliate_disclosure) : null,
    verified_on: lastRead(fields),
    verified_by: author,
    facts: factNotes(fields),
    challenges: challenges.map((challenge) => ({
      ...challenge,
      currency: challenge.currency || 'EUR',
      fee: Number(factValue(challenge.fee) ?? 0),
      split: String(factValue(challenge.split) ?? '0'),
      versions: ((challenge.versions ?? []) as RuleVersion[])
        .filter(({ applies_from, phases }) => applies_from && phases.length > 0)
        .map((version, place) => ({ ...version, version: place + 1 }))
        .reverse(),
    })),
  }
  return <FirmDetails firm={firm as unknown as PropFirm} day={today} />
}
