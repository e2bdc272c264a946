import { ArrowRight, FilePlus2, PencilLine } from 'lucide-react'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { Timeline } from '#ui/figure/timeline.tsx'
import { usePhaseName } from './phase-table.tsx'
import type { RuleVersion } from './prop-firm.ts'
import { type RuleChange, ruleChanges } from './rule-diff.ts'
import { ruleText } from './rule-text.ts'

const icon = { size: 14, strokeWidth: 1.75, 'aria-hidden': true } as const

/** Every version of the rules, the newest first, with its changes, its day and its source. */
export function RuleHistory({ versions }: { versions: readonly RuleVersion[] }) {
  const { t } = useTranslation('prop-firms')
  const format = useFormat()
  const newestFirst = versions.toSorted((one, other) => other.version - one.version)
  return (
    <Timeline
      items={newestFirst.map((version, place) => {
        const before = newestFirst[place + 1]
        return {
          key: String(version.version),
          icon: before ? <PencilLine {...icon} /> : <FilePlus2 {...icon} />,
          title: before ? t('history.changed') : t('history.first'),
          time: <time dateTime={version.applies_from}>{format.day(version.applies_from)}</time>,
          children: (
            <>
              {before && <Changes changes={ruleChanges(before.phases, version.phases)} />}
              <p className="mt-1">
                {t('history.source')}{' '}
                {version.source_url ? (
                  <a
                    href={version.source_url}
                    target="_blank"
                    rel="nofollow noopener"
                    className="underline decoration-line-strong underline-offset-3"
                  >
                    {version.source}
                  </a>
                ) : (
                  version.source
                )}
              </p>
            </>
          ),
        }
      })}
    />
  )
}

function Changes({ changes }: { changes: readonly RuleChange[] }) {
  const { t } = useTranslation('prop-firms')
  const format = useFormat()
  const phaseName = usePhaseName()
  const words = { t, format }
  if (changes.length === 0) return <p>{t('history.none')}</p>
  return (
    <ul className="grid gap-1 py-1">
      {changes.map((change) => (
        <li
          key={`${change.kind} ${change.phase} ${change.rule}`}
          className="flex flex-wrap items-center gap-x-2 text-text"
        >
          <span className="text-muted">{phaseName(change.phase, change.kind)} ·</span>
          {!('before' in change) ? (
            <span>{t(`history.${change.rule}`)}</span>
          ) : (
            <>
              <span>{t(`rules.${change.rule}`)}</span>
              <del className="text-muted decoration-control">
                <span className="sr-only">{t('history.before')} </span>
                {ruleText(change.before, change.rule, words)}
              </del>
              <ArrowRight {...icon} className="text-muted" />
              <ins className="font-semibold no-underline">
                <span className="sr-only">{t('history.after')} </span>
                {ruleText(change.after, change.rule, words)}
              </ins>
            </>
          )}
        </li>
      ))}
    </ul>
  )
}
