import { Unplug } from 'lucide-react'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { type MissingMinutes, useMissingMinutes } from '#lib/market/missing-minutes.ts'
import type { Signal } from '#lib/signals/signal.ts'
import { HelpLink } from '#parts/help/help-link.tsx'
import { Badge } from '#ui/badge.tsx'

/** `09:12` and `09:40`, with the day if it is not today or the two differ. */
export function useMissingWords(): (one: MissingMinutes) => string {
  const { t } = useTranslation('signals')
  const format = useFormat()
  return ({ from, until }) => {
    const today = format.date(Date.now())
    const near = format.date(from) === today && format.date(until) === today
    const moment = (at: number) => (near ? format.time(at) : `${format.dayMonth(at)} ${format.time(at)}`)
    return t('missing.stretch', { from: moment(from), until: moment(until) })
  }
}

/** Says that minutes of a signal's life are missing, and what that means for its outcome; nothing if none are. */
export function MissingMinutesNote({ signal }: { signal: Signal }) {
  const { t } = useTranslation('signals')
  const missing = useMissingMinutes(signal)
  const words = useMissingWords()
  if (missing.length === 0) return null
  return (
    <ul className="grid gap-2 border-t border-line px-4 py-3" aria-label={t('missing.label')}>
      {missing.map((one) => (
        <li key={one.from} className="flex items-start gap-2.5">
          <Unplug size={16} strokeWidth={1.75} className="mt-0.5 shrink-0 text-warn" aria-hidden />
          <p className="text-pretty">
            <span className="tabular font-medium">{words(one)}</span>{' '}
            <span className="text-muted">
              {one.waiting ? t('missing.waiting') : one.bars > 0 ? t('missing.longer') : t('missing.passed')}
            </span>{' '}
            <HelpLink article="minutes-manquantes" />
          </p>
        </li>
      ))}
    </ul>
  )
}

/** The same in a card: only the newest gap. */
export function MissingMinutesMark({ signal }: { signal: Signal }) {
  const missing = useMissingMinutes(signal)
  const words = useMissingWords()
  const last = missing.at(-1)
  if (!last) return null
  return (
    <p>
      <Badge tone={last.waiting ? 'warn' : 'neutral'} icon={<Unplug size={12} strokeWidth={2} aria-hidden />}>
        {words(last)}
      </Badge>
    </p>
  )
}
