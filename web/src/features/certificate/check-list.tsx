import { Check as Done, X } from 'lucide-react'
import { countOf } from 'trading/learning/certificate'
import { CHECKS } from 'trading/learning/check-certificate'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { Card } from '#ui/card.tsx'
import type { Checked } from './queries.ts'

/** The checks that this device made, each with what it found. */
export function CheckList({ checked: { kept, verdict, at } }: { checked: Checked }) {
  const { t } = useTranslation('certificate')
  const format = useFormat()
  const { right, total } = countOf(kept.results.sections ?? [])
  const found: Readonly<Record<string, string>> = {
    signature: kept.keys[0]?.kid ? short(kept.keys[0].kid) : '',
    chain: kept.entry ? short(kept.entry.hash) : '',
  }
  return (
    <Card className="mt-5">
      <ul className="divide-y divide-line">
        {CHECKS.map((check) => {
          const Icon = verdict[check] ? Done : X
          return (
            <li
              key={check}
              className="grid grid-cols-[1.5rem_minmax(0,1fr)] gap-x-2 px-5 py-3 sm:grid-cols-[1.5rem_minmax(0,1fr)_auto]"
            >
              <Icon
                size={16}
                strokeWidth={1.75}
                aria-hidden
                className={verdict[check] ? 'mt-1 text-gain' : 'mt-1 text-loss'}
              />
              <div>
                <p className="font-semibold">{t(`check.${check}.${verdict[check] ? 'holds' : 'fails'}`)}</p>
                <p className="tabular text-13 text-muted">
                  {t(`check.${check}.fact`, {
                    issued: format.dateTime(kept.issued_at),
                    entry: format.number(kept.sealed_as),
                    now: format.dateTime(at),
                    right,
                    of: total,
                  })}
                </p>
              </div>
              {found[check] && (
                <code className="text-13 text-muted max-sm:col-start-2 sm:self-center">{found[check]}</code>
              )}
            </li>
          )
        })}
      </ul>
    </Card>
  )
}

const short = (hash: string) => `${hash.slice(0, 4)}…${hash.slice(-4)}`
