import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from '#lib/browser/router-link.tsx'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { listed } from '#lib/language/listed.ts'
import { ExpiredMark } from '#ui/product/fact-note.tsx'
import { FictitiousBadge } from '#ui/product/fictitious-badge.tsx'
import { type Challenge, type PropFirm, rulesOn } from './prop-firm.ts'
import { lossText, targetText } from './rule-text.ts'

type Props = {
  firm: PropFirm
  to: string
  day: string
  /** The challenge by which the firm is listed. */
  challenge: Challenge | null
  /** The box that adds it to the comparison. */
  compare: ReactNode
}

/** A firm in the list, with its most important rules; the row opens its details. */
export function FirmRow({ firm, to, day, challenge, compare }: Props) {
  const { t, i18n } = useTranslation('prop-firms')
  const format = useFormat()
  const phases = (challenge && rulesOn(challenge, day)?.phases) ?? []
  const evaluations = phases.filter(({ kind }) => kind === 'evaluation')
  const shown = phases[0]
  const words = { t, format }
  const facts = [
    {
      name: t('fee'),
      value: challenge ? format.moneyShort(challenge.fee, challenge.currency) : format.dash,
      note: challenge
        ? t('forAccount', { size: format.moneyShort(challenge.account_size, challenge.currency) })
        : '',
      fact: challenge ? firm.facts[`challenges.${challenge.slug}.fee`] : undefined,
    },
    {
      name: t('targets'),
      value:
        evaluations.length > 0
          ? evaluations.map(({ target }) => targetText(target, words)).join(' + ')
          : t('values.noTarget'),
      note: evaluations.length > 0 ? t('phaseCount', { count: evaluations.length }) : t('noPhase'),
      fact: undefined,
    },
    {
      name: t('losses'),
      value: shown
        ? `${lossText(shown.daily_loss, words)} · ${lossText(shown.total_loss, words)}`
        : format.dash,
      note: shown ? t(`loss.${shown.total_loss_kind}`) : '',
      fact: undefined,
    },
  ]
  return (
    <li className="group/row relative grid gap-x-6 gap-y-4 p-4 transition-colors hover:bg-raised/40 md:p-5 lg:grid-cols-[minmax(0,1fr)_minmax(0,500px)_104px]">
      <div className="min-w-0">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h2 className="text-16 font-semibold">
            <Link
              to={to}
              className="after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus"
            >
              {firm.name}
              <ChevronRight
                size={16}
                strokeWidth={1.75}
                className="ml-1 inline text-faint transition-transform group-hover/row:translate-x-0.5"
                aria-hidden
              />
            </Link>
          </h2>
          {firm.fictitious && <FictitiousBadge />}
        </div>
        <p className="mt-1 max-w-xl text-pretty text-muted">{firm.summary[i18n.language]}</p>
        <p className="mt-2 text-13 text-muted">{listed(firm.platforms)}</p>
      </div>
      <dl className="grid gap-3 sm:grid-cols-3 sm:gap-4 lg:self-center">
        {facts.map(({ name, value, note, fact }) => (
          <div key={name} className="flex min-w-0 justify-between gap-4 sm:block">
            <dt className="text-13 leading-5 text-muted sm:leading-4">{name}</dt>
            <dd className="max-sm:text-right sm:mt-1">
              <span className="tabular font-semibold">{value}</span> <ExpiredMark fact={fact} short />
              <span className="block text-12 text-muted">{note}</span>
            </dd>
          </div>
        ))}
      </dl>
      {compare}
    </li>
  )
}
