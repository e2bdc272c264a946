import { useQuery } from '@tanstack/react-query'
import { GraduationCap } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from '#lib/browser/router-link.tsx'
import type { Member } from '#lib/community/members.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { useMemberName } from '#parts/conversation/member-name.tsx'
import { SignalCard } from '#parts/conversation/signal-card.tsx'
import { useWhen } from '#parts/conversation/when.ts'
import { Avatar } from '#ui/avatar.tsx'
import { categoriesQuery } from '../forum.ts'
import { KeyboardHelp } from '../keyboard-help.tsx'
import type { Cited } from './cited.ts'
import { threadEventsQuery } from './posts-query.ts'

const MOST_FACES = 7

type Props = { thread: string; participants: readonly Member[]; cited: readonly Cited[]; children: ReactNode }

/** Beside the posts: where one is, who takes part, what is cited, what was done, and the keys. */
export function ThreadSide({ thread, participants, cited, children }: Props) {
  const { t } = useTranslation('community')
  const nameOf = useMemberName()
  return (
    <div className="divide-y divide-line">
      <section className="px-5 py-5 max-lg:hidden">
        <h2 className="mb-3 font-semibold">{t('side.here')}</h2>
        {children}
      </section>
      <section className="px-5 py-5">
        <h2 className="mb-3 font-semibold">
          {t('side.participants')}{' '}
          <span className="tabular font-normal text-muted">{participants.length}</span>
        </h2>
        <ul className="flex">
          {participants.slice(0, MOST_FACES).map((member) => (
            <li key={member.id} className="-mr-1.5">
              <Avatar name={nameOf(member)} alone className="ring-2 ring-bg" />
            </li>
          ))}
        </ul>
        <p className="mt-3 text-13 text-pretty text-muted">{t('side.record')}</p>
      </section>
      {cited.length > 0 && (
        <section className="px-5 py-5">
          <h2 className="mb-2 font-semibold">{t('side.cited')}</h2>
          {cited.map(({ kind, name, href }) =>
            kind === 'signal' ? (
              <SignalCard key={href} name={name} href={href} />
            ) : (
              <Link
                key={href}
                to={href}
                className="my-2 flex min-h-10 items-center gap-3 rounded-control border border-line bg-well px-3 py-2 hover:border-line-strong"
              >
                <GraduationCap size={16} strokeWidth={1.75} className="shrink-0 text-muted" aria-hidden />
                <b className="min-w-0 flex-1 truncate font-medium">{name}</b>
                <span className="text-13 text-muted">{t('side.lesson')}</span>
              </Link>
            ),
          )}
        </section>
      )}
      <History thread={thread} />
      <KeyboardHelp />
    </div>
  )
}

const KINDS = [
  'locked',
  'unlocked',
  'pinned',
  'unpinned',
  'moved',
  'renamed',
  'merged_here',
  'merged_away',
  'split_here',
  'split_away',
  'accepted',
  'unaccepted',
  'removed',
  'restored',
] as const

/** What was done to the thread, by whom in what function. */
function History({ thread }: { thread: string }) {
  const { t, i18n } = useTranslation('community')
  const when = useWhen()
  const { data: events = [] } = useQuery(threadEventsQuery(thread))
  const { data: categories = [] } = useQuery(categoriesQuery)
  if (events.length === 0) return null
  const name = (slug: string | undefined) =>
    categories.find((one) => one.slug === slug)?.names[i18n.language] ?? ''
  return (
    <section className="px-5 py-5">
      <h2 className="mb-3 font-semibold">{t('side.history')}</h2>
      <ol className="grid gap-2 text-13">
        {events.toReversed().map(({ id, kind, by, data, at }) => {
          const known = KINDS.find((one) => one === kind)
          return (
            <li key={id} className="flex justify-between gap-3">
              <span>
                {known && t(`history.${known}`, { to: name(data.to), count: data.posts ?? 0 })}{' '}
                <span className="text-muted">
                  {t(`history.by.${by === 'analyst' || by === 'admin' ? 'staff' : by}`)}
                </span>
              </span>
              <span className="shrink-0 text-muted">{when(at)}</span>
            </li>
          )
        })}
      </ol>
    </section>
  )
}
