import { useQuery } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from '#lib/browser/router-link.tsx'
import { setSingleKeys, useSingleKeys } from '#lib/browser/single-keys.ts'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { timeZoneName } from '#lib/language/time-zones.ts'
import { useNow } from '#lib/live/use-now.ts'
import { useSession } from '#lib/session/session.tsx'
import { Avatar } from '#ui/avatar.tsx'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { Switch } from '#ui/form/switch.tsx'
import { Kbd } from '#ui/kbd.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { ClockRuler } from '../clock/clock-ruler.tsx'
import { useClock } from '../clock/use-clock.ts'
import { useFactRows } from '../conversation/fact-rows.tsx'
import { StateMark } from '../state-mark.tsx'
import type { Ticket } from '../tickets.ts'
import type { Asked } from './asked.ts'
import { type Context, contextQuery } from './inbox.ts'

type Props = { ticket: Ticket; onAsk: (asked: Asked) => void }

const KEYS = [
  ['assign', ['I', 'A']],
  ['write', ['R', 'N']],
  ['canned', ['/']],
  ['solve', ['E']],
] as const

/** Beside a ticket: its promise, its member, what they attached, and what the letters do. */
export function ContextColumn({ ticket, onAsk }: Props) {
  const { t } = useTranslation('support')
  const { data, isPending } = useQuery(contextQuery(ticket.id))
  const facts = useFactRows(ticket.facts)
  const { staffRole } = useSession()
  const money = staffRole === 'admin' && (ticket.topic === 'billing' || ticket.topic === 'contract')
  return (
    <>
      <PromisePart ticket={ticket} />
      <Part>
        {isPending ? (
          <Skeleton className="h-40 w-full" />
        ) : data ? (
          <MemberPart about={data} />
        ) : (
          <p className="text-muted">{t('context.gone')}</p>
        )}
        {money && (
          <Button variant="outline" className="mt-4" onClick={() => onAsk('money')}>
            {t('context.money')}
          </Button>
        )}
      </Part>
      {facts.length > 0 && (
        <Part title={t('context.dossier')}>
          <Pairs rows={facts} />
        </Part>
      )}
      {data && data.earlier.length > 0 && (
        <Part title={t('context.earlier')}>
          <ul className="-mx-2">
            {data.earlier.map((one) => (
              <li key={one.id}>
                <Link
                  to={`?demande=${one.id}&vue=all`}
                  className="flex min-h-9 items-center gap-3 rounded-inner px-2 text-13 hover:bg-raised pointer-coarse:min-h-target"
                >
                  <span className="min-w-0 flex-1 truncate">{one.subject}</span>
                  <StateMark state={one.state} side="staff" />
                </Link>
              </li>
            ))}
          </ul>
        </Part>
      )}
      <KeysPart />
    </>
  )
}

const Part = ({
  title,
  children,
  className,
}: {
  title?: ReactNode
  children: ReactNode
  className?: string
}) => (
  <section className={classNames('border-b border-line px-5 py-5', className)}>
    {title && <h3 className="mb-2 font-semibold">{title}</h3>}
    {children}
  </section>
)

const Pairs = ({ rows }: { rows: readonly { name: string; value: ReactNode }[] }) => (
  <dl className="grid grid-cols-[96px_minmax(0,1fr)] gap-x-3 gap-y-2 text-13">
    {rows.map(({ name, value }) => (
      <div key={name} className="contents">
        <dt className="text-muted">{name}</dt>
        <dd className="min-w-0 wrap-anywhere">{value}</dd>
      </div>
    ))}
  </dl>
)

function PromisePart({ ticket }: { ticket: Ticket }) {
  const { t } = useTranslation('support')
  const format = useFormat()
  const now = useNow()
  const places = useClock(ticket, ticket.clock.pauses)
  const solved = ticket.solved_at !== null
  const late = places !== null && places.left < 0
  return (
    <Part title={t('clock.label')}>
      <p
        role="timer"
        aria-live="off"
        className={classNames('tabular text-28 font-semibold tracking-head', late && !solved && 'text-loss')}
      >
        {places ? format.duration(Math.abs(places.left)) : format.dash}
      </p>
      <p className="text-13 text-pretty text-muted">
        {solved
          ? t(late ? 'clock.titleLate' : 'clock.titleKept', {
              at: format.atMoment(ticket.solved_at ?? 0, now),
            })
          : t(late ? 'context.lateSince' : places?.paused ? 'context.paused' : 'context.before', {
              at: format.atMoment(ticket.solve_due_at, now),
            })}
      </p>
      {places && (
        <ClockRuler
          className="my-3"
          places={places}
          ended={solved}
          description={t('clock.description', {
            left: format.duration(Math.abs(places.left)),
            paused: format.duration(places.pausedFor),
          })}
        />
      )}
      <p className="text-12 text-pretty text-muted">
        {places && places.pausedFor >= 60_000 && (
          <>{t('context.pausedFor', { time: format.duration(places.pausedFor) })} </>
        )}
        {t('context.sealed')}
      </p>
    </Part>
  )
}

function MemberPart({ about }: { about: Context }) {
  const { t, i18n } = useTranslation('support')
  const format = useFormat()
  const { plan, tickets } = about
  const guarded = about.passkeys > 0 || about.factors.length > 0
  const language = new Intl.DisplayNames(i18n.language, { type: 'language' }).of(about.language)
  const rows = [
    {
      name: t('context.language'),
      value: [language, about.time_zone && timeZoneName(about.time_zone, i18n.language)]
        .filter(Boolean)
        .join(', '),
    },
    {
      name: t('context.factor'),
      value: guarded ? (
        <span className="inline-flex items-center gap-1.5">
          <Check size={14} strokeWidth={2} className="text-gain" aria-hidden />
          {t(about.passkeys > 0 ? 'context.passkey' : 'context.totp')}
        </span>
      ) : (
        t('context.none')
      ),
    },
    {
      name: t('context.tickets'),
      value:
        tickets.satisfaction === null
          ? format.number(tickets.count)
          : t('context.satisfaction', {
              count: tickets.count,
              average: format.number(tickets.satisfaction, 1),
            }),
    },
    { name: t('context.signals'), value: format.number(about.signals_followed) },
    {
      name: t('context.notices'),
      value: about.notices === 0 ? t('context.none') : format.number(about.notices),
    },
    ...(about.email ? [{ name: t('context.email'), value: about.email }] : []),
  ]
  return (
    <>
      <div className="mb-4 flex items-center gap-3">
        <Avatar name={about.name} />
        <div className="min-w-0">
          <p className="truncate font-semibold">
            <bdi>{about.name}</bdi>
          </p>
          <p className="text-13 text-muted">
            {plan
              ? t('context.plan', { plan: t(`dossier.${plan.period}`), since: format.date(plan.since) })
              : t('context.tier', { tier: t(`dossier.${about.tier}`), since: format.date(about.joined_at) })}
          </p>
        </div>
      </div>
      <Pairs rows={rows} />
    </>
  )
}

function KeysPart() {
  const { t } = useTranslation('support')
  const on = useSingleKeys()
  return (
    <Part title={t('keys.title')} className="border-b-0 pointer-coarse:hidden">
      <dl className="grid gap-2 text-13">
        {KEYS.map(([name, keys]) => (
          <div key={name} className="flex items-center justify-between gap-3">
            <dt className="text-muted">{t(`keys.${name}`)}</dt>
            <dd className="flex gap-1.5">
              {keys.map((key) => (
                <Kbd key={key}>{key}</Kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
      <div className="mt-3 flex items-center justify-between gap-3 text-13 text-muted">
        <span id="desk-single-keys">{t('keys.on')}</span>
        <Switch aria-labelledby="desk-single-keys" checked={on} onCheckedChange={setSingleKeys} />
      </div>
    </Part>
  )
}
