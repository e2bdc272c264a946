import type { Format } from '#lib/language/format.ts'
import type { Translate } from '#lib/language/i18n.ts'
import type { Challenge, Phase } from './prop-firm.ts'
import type { Rule } from './rule-diff.ts'

type Words = { t: Translate<'prop-firms'>; format: Format }

/** Formats a share of the account, given as decimal text: `8 %`, `4,5 %`. */
const shareText = (share: string, format: Format): string =>
  format.percent(share, share.length > '0.08'.length ? 1 : 0)

export const targetText = (share: string | null, { t, format }: Words): string =>
  share === null ? t('values.noTarget') : shareText(share, format)

export const lossText = (share: string | null, { t, format }: Words): string =>
  share === null ? t('values.noLimit') : shareText(share, format)

/** `Le premier après 14 jours, puis tous les 14 jours` */
export const payoutText = (challenge: Challenge, t: Words['t']): string =>
  t('payoutText', {
    first: t('values.days', { count: challenge.first_payout_days }),
    every:
      challenge.payout_every_days === 0
        ? t('onDemand')
        : t('every', { days: t('values.days', { count: challenge.payout_every_days }) }),
  })

/** A phase's rule as text. */
export function ruleText(phase: Phase, rule: Rule, { t, format }: Words): string {
  switch (rule) {
    case 'target':
      return targetText(phase.target, { t, format })
    case 'daily_loss':
    case 'total_loss':
      return lossText(phase[rule], { t, format })
    case 'consistency':
      return phase.consistency === null
        ? t('values.noRule')
        : t('values.consistency', { share: shareText(phase.consistency, format) })
    case 'daily_loss_from':
      return phase.daily_loss_from === null ? format.dash : t(`from.${phase.daily_loss_from}`)
    case 'total_loss_kind':
      return t(`loss.${phase.total_loss_kind}`)
    case 'minimum_days':
      return phase.minimum_days === 0 ? t('values.noDays') : t('values.days', { count: phase.minimum_days })
    case 'time_limit_days':
      return phase.time_limit_days === null
        ? t('values.noLimit')
        : t('values.days', { count: phase.time_limit_days })
    case 'news':
      return t(`news.${phase.news}`)
    case 'weekend':
      return t(phase.weekend ? 'values.allowed' : 'values.forbidden')
  }
}
