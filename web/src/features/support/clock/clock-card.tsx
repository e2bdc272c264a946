import { Fingerprint } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { useNow } from '#lib/live/use-now.ts'
import { classNames } from '#ui/class-names.ts'
import type { Ticket } from '../tickets.ts'
import { ClockRuler } from './clock-ruler.tsx'
import { useClock } from './use-clock.ts'

/** Two labels closer than this share of the ruler would cover each other. */
const CLOSE = 0.13

/** A ticket's promise: until when, how much business time is left, and what happened on the way. */
export function ClockCard({ ticket }: { ticket: Ticket }) {
  const { t } = useTranslation('support')
  const format = useFormat()
  const now = useNow()
  const places = useClock(ticket, ticket.clock.pauses)
  const spoken = useSpokenLeft(places?.paused || ticket.solved_at !== null ? null : (places?.left ?? null))
  const solved = ticket.solved_at !== null
  const { left = null, paused = false, pausedFor = 0, answered = null, needle = 0 } = places ?? {}
  const late = left !== null && left < 0
  const title = solved
    ? t(late ? 'clock.titleLate' : 'clock.titleKept', {
        at: format.atMoment(ticket.solved_at ?? 0, now),
      })
    : paused
      ? t(ticket.state === 'pending' ? 'clock.titleYours' : 'clock.titleHold')
      : null
  const due = format.atMoment(ticket.solve_due_at, now)
  const time = left === null || solved ? null : format.duration(Math.abs(left))
  const shown =
    answered !== null && answered > CLOSE && (solved || paused || Math.abs(needle - answered) > CLOSE)
  return (
    <>
      {/* On a phone this much sticks under the ticket's title, 56 px high. */}
      <div className="border-line bg-surface px-4 max-lg:sticky max-lg:top-[calc(var(--spacing-topbar)+3.5rem)] max-lg:z-10 max-lg:h-14 max-lg:border-b max-lg:pt-2 md:px-5 lg:pt-3">
        <div className="flex items-baseline gap-x-2 lg:flex-wrap">
          <h3 className="min-w-0 text-16 font-semibold max-lg:truncate max-lg:text-14">
            {title ?? (
              <>
                <span className="max-lg:hidden">{t('clock.title', { at: due })}</span>
                <span className="lg:hidden">{t('clock.titleShort', { at: due })}</span>
              </>
            )}
          </h3>
          <p
            role="timer"
            aria-live="off"
            className={classNames(
              'tabular ml-auto shrink-0 text-13',
              late && !solved ? 'text-loss' : 'text-muted',
            )}
          >
            {time !== null && (
              <>
                <span className="max-lg:hidden">
                  {t(late ? 'clock.lateLong' : 'clock.leftLong', { time })}
                </span>
                <span className="lg:hidden">{t(late ? 'clock.lateBy' : 'clock.left', { time })}</span>
              </>
            )}
          </p>
        </div>
        <p role="status" className="sr-only">
          {spoken !== null && t('clock.spoken', { time: format.duration(spoken * 60_000) })}
        </p>
        {places ? (
          <ClockRuler
            className="mt-2 lg:mt-3 lg:mb-2"
            places={places}
            ended={solved}
            description={t('clock.description', {
              left: format.duration(Math.abs(places.left)),
              paused: format.duration(pausedFor),
            })}
          />
        ) : (
          <span className="mt-2 block h-2 rounded-[4px] bg-raised lg:mt-3 lg:mb-2" />
        )}
      </div>
      <section
        aria-label={t('clock.label')}
        className="border-b border-line bg-surface px-4 pb-3.5 max-lg:pt-2 md:px-5"
      >
        <ol className="relative h-9">
          <Label at={0} time={format.moment(ticket.opened_at, now)} name={t('clock.opened')} />
          {shown && (
            <Label
              at={answered}
              time={format.moment(ticket.first_answered_at ?? 0, now)}
              name={t('clock.answered')}
            />
          )}
          {!solved && !paused && needle > CLOSE && needle < 1 - 2 * CLOSE && (
            <Label at={needle} time={format.time(now)} name={t('clock.now')} lamp />
          )}
          <Label
            at={1}
            time={format.moment(solved ? (ticket.solved_at ?? 0) : ticket.solve_due_at, now)}
            name={t(solved ? 'clock.solved' : 'clock.promised')}
          />
        </ol>
        <p className="mt-2.5 flex items-start gap-2 text-12 text-muted">
          <Fingerprint size={14} strokeWidth={1.75} className="mt-px shrink-0" aria-hidden />
          <span className="min-w-0 text-pretty">
            {t('clock.sealed')} <code className="font-mono">{format.hash(ticket.clock.seal)}</code>
            {pausedFor >= 60_000 && <> · {t('clock.hatched', { time: format.duration(pausedFor) })}</>}
          </span>
        </p>
      </section>
    </>
  )
}

type LabelProps = { at: number; time: string; name: ReactNode; lamp?: boolean }

const Label = ({ at, time, name, lamp = false }: LabelProps) => (
  <li
    className={classNames(
      'absolute text-12 whitespace-nowrap text-muted',
      at === 1 ? 'right-0 text-right' : '',
    )}
    style={at === 1 ? undefined : { left: `${(at * 100).toFixed(2)}%`, marginLeft: at === 0 ? 0 : -6 }}
  >
    <b className={classNames('tabular block text-13 font-medium', lamp ? 'text-lamp-text' : 'text-text')}>
      {time}
    </b>
    {name}
  </li>
)

const SPOKEN = [10, 5, 1] as const

/** The minutes that are read aloud: when 10, 5 and 1 remain. */
function useSpokenLeft(left: number | null): number | null {
  const before = useRef<number | null>(null)
  const [spoken, setSpoken] = useState<number | null>(null)
  useEffect(() => {
    const was = before.current
    before.current = left
    if (left === null || was === null) return
    const passed = SPOKEN.find((minutes) => was > minutes * 60_000 && left <= minutes * 60_000)
    if (passed !== undefined) setSpoken(passed)
  }, [left])
  return spoken
}
