import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { Definition } from '#ui/overlay/tooltip.tsx'
import type { Phase } from './prop-firm.ts'
import { RULES } from './rule-diff.ts'
import { ruleText } from './rule-text.ts'

/** The name of each phase: evaluation phases are numbered, the funded account is not. */
export function usePhaseName(): (phase: number, kind: Phase['kind']) => string {
  const { t } = useTranslation('prop-firms')
  return (phase, kind) => (kind === 'funded' ? t('phase.funded') : t('phase.evaluation', { number: phase }))
}

/** The rules of a challenge: one column per phase, one row per rule. */
export function PhaseTable({ phases }: { phases: readonly Phase[] }) {
  const { t } = useTranslation('prop-firms')
  const format = useFormat()
  const phaseName = usePhaseName()
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section aria-label={t('rules.title')} tabIndex={0} className="overflow-x-auto">
      <table className="w-full border-collapse">
        <thead>
          <tr className="text-13">
            <th scope="col" className="py-2 pr-1 text-left align-bottom font-medium text-muted">
              {t('rules.rule')}
            </th>
            {phases.map((phase, place) => {
              const name = phaseName(place + 1, phase.kind)
              return (
                <th key={name} scope="col" className="py-2 pl-3 text-left align-bottom font-semibold sm:pl-4">
                  {name}
                </th>
              )
            })}
          </tr>
        </thead>
        <tbody>
          {RULES.map((rule) => (
            <tr key={rule} className="border-t border-line align-top">
              <th scope="row" className="py-2.5 pr-1 text-left text-13 leading-5 font-normal text-muted">
                <Definition term={t(`rules.${rule}`)}>{t(`meaning.${rule}`)}</Definition>
              </th>
              {phases.map((phase, place) => (
                <td
                  key={phaseName(place + 1, phase.kind)}
                  className="min-w-16 py-2.5 pl-3 sm:min-w-24 sm:pl-4"
                >
                  {ruleText(phase, rule, { t, format })}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
