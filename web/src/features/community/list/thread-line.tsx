import { Check, Eye, Flame, Lock, MessageSquare, Pin } from 'lucide-react'
import { memo } from 'react'
import { Link } from '#lib/browser/router-link.tsx'
import type { IdeaBrief } from '#lib/ideas/idea.ts'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { MemberName, useMemberName } from '#parts/conversation/member-name.tsx'
import { plainLine } from '#parts/conversation/member-text.ts'
import { useWhen } from '#parts/conversation/when.ts'
import { IdeaResult } from '#parts/ideas/idea-result.tsx'
import { IdeaTitle } from '#parts/ideas/idea-title.tsx'
import { MiniRuler } from '#parts/ideas/mini-ruler.tsx'
import { Avatar } from '#ui/avatar.tsx'
import { Badge } from '#ui/badge.tsx'
import { classNames } from '#ui/class-names.ts'
import { threadAddress } from '../addresses.ts'
import type { ThreadRow } from '../forum.ts'

export const COLUMNS = 'lg:grid-cols-[8px_32px_minmax(0,1fr)_var(--idea,0px)_88px_64px_108px] lg:gap-x-3'

type Props = { thread: ThreadRow; idea: IdeaBrief | null; category: string; selected: boolean; now: number }

/** A thread in the list: what is unread, what it is about, its replies, readers and last activity (S-16). */
export const ThreadLine = memo(function ThreadLine({ thread, idea, category, selected, now }: Props) {
  const { t } = useTranslation('community')
  const format = useFormat()
  const when = useWhen()
  const nameOf = useMemberName()
  const unread = thread.unread_posts
  const isNew = unread > 0
  const title = plainLine(thread.title)
  const waits = thread.replies === 0 && isNew
  const marks = (
    <>
      {thread.accepted_post && (
        <Badge tone="gain" icon={<Check size={12} strokeWidth={2} aria-hidden />}>
          {t('row.solved')}
        </Badge>
      )}
      {thread.popular && (
        <Badge tone="neutral" icon={<Flame size={12} strokeWidth={1.75} aria-hidden />}>
          {t('row.popular')}
        </Badge>
      )}
    </>
  )
  const flags = (
    <>
      {thread.pinned_at && (
        <Pin size={14} strokeWidth={1.75} aria-label={t('row.pinned')} role="img" className="shrink-0" />
      )}
      {thread.locked_at && (
        <Lock size={14} strokeWidth={1.75} aria-label={t('row.locked')} role="img" className="shrink-0" />
      )}
    </>
  )
  const fresh = isNew && thread.replies > 0 && (
    <span className="text-info">{t('row.new', { count: unread })}</span>
  )
  return (
    <li
      data-thread={thread.id}
      data-unread={isNew || undefined}
      className={classNames(
        'relative grid gap-x-3 max-lg:grid-cols-[minmax(0,1fr)] border-t border-line px-4 py-3 transition-colors first:border-t-0 hover:bg-raised lg:min-h-21 lg:items-center lg:py-2.5',
        COLUMNS,
        selected && 'bg-raised shadow-[inset_2px_0_0_var(--text)]',
      )}
    >
      <span className={classNames('size-2 rounded-pill max-lg:hidden', isNew && 'bg-info')}>
        {isNew && <span className="sr-only">{t('row.unread')}</span>}
      </span>
      <span className="max-lg:hidden">
        <Avatar name={nameOf(thread.author)} />
      </span>
      <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-0.5">
        <div className="flex min-h-4 items-center gap-1.5 text-13 text-muted lg:hidden">
          {isNew && <i className="size-2 shrink-0 rounded-pill bg-info" aria-hidden />}
          {isNew && <span className="sr-only">{t('row.unread')}</span>}
          {flags}
          <span className="min-w-0 truncate">
            {category} · <bdi>{nameOf(thread.author)}</bdi>
          </span>
          <span className="ml-auto shrink-0">{when(thread.last_post_at)}</span>
        </div>
        <div className="flex min-w-0 items-center gap-2 max-lg:mt-1">
          <span className="flex shrink-0 items-center gap-2 text-muted max-lg:hidden empty:hidden">
            {flags}
          </span>
          <Link
            to={threadAddress(thread.id, thread.hit)}
            data-open
            dir="auto"
            className={classNames(
              'min-w-0 outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus max-lg:text-16 max-lg:leading-5.5 max-lg:text-pretty max-lg:wrap-anywhere lg:truncate',
              isNew ? 'font-semibold text-text' : 'font-medium text-muted',
            )}
          >
            {idea ? <IdeaTitle idea={idea} /> : title}
          </Link>
          <span className="flex shrink-0 gap-1.5 max-lg:hidden empty:hidden">{marks}</span>
        </div>
        <p dir="auto" className="truncate text-13 text-muted max-lg:hidden">
          {plainLine(thread.excerpt)}
        </p>
        <p className="flex gap-3 text-12 text-muted max-lg:hidden">
          <span className="text-text">{category}</span>
          <MemberName member={thread.author} />
          {waits && (
            <span className="text-warn">
              {t('row.waits', { time: format.duration(now - Date.parse(thread.created_at)) })}
            </span>
          )}
        </p>
        {idea && (
          <div className="mt-2 flex items-center gap-3 text-14 text-muted lg:hidden">
            <MiniRuler idea={idea} className="min-w-0 flex-1" />
            <IdeaResult idea={idea} />
          </div>
        )}
        <p className="mt-2 flex flex-wrap items-center gap-x-2 gap-y-1 text-14 min-[360px]:gap-x-4 text-muted lg:hidden">
          {marks}
          {thread.replies === 0 ? (
            <span className={waits ? 'text-warn' : ''}>{t('row.noReply')}</span>
          ) : (
            <span className="inline-flex items-center gap-1.5">
              <MessageSquare size={16} strokeWidth={1.75} aria-hidden />
              <span className="sr-only">{t('columns.replies')}</span>
              {format.number(thread.replies)}
              {isNew && <b className="font-semibold text-info">+{unread}</b>}
            </span>
          )}
          <span className="inline-flex items-center gap-1.5">
            <Eye size={16} strokeWidth={1.75} aria-hidden />
            <span className="sr-only">{t('columns.readers')}</span>
            {format.number(thread.readers)}
          </span>
        </p>
      </div>
      <div className="grid min-w-0 gap-1.5 text-12 text-muted max-lg:hidden">
        {idea && (
          <>
            <MiniRuler idea={idea} />
            <IdeaResult idea={idea} />
          </>
        )}
      </div>
      <p className="grid text-right whitespace-nowrap max-lg:hidden">
        <b className="tabular font-semibold">{format.number(thread.replies)}</b>
        <span className="text-12">{fresh}</span>
      </p>
      <p className="tabular text-right max-lg:hidden">{format.number(thread.readers)}</p>
      <p className="grid text-13 max-lg:hidden">
        <span className="truncate">{when(thread.last_post_at)}</span>
        <span className="truncate text-12 text-muted">
          <bdi>{nameOf(thread.last)}</bdi>
        </span>
      </p>
    </li>
  )
})
