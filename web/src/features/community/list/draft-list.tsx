import { useQuery } from '@tanstack/react-query'
import { FilePenLine } from 'lucide-react'
import { Link } from '#lib/browser/router-link.tsx'
import { ownMemberQuery } from '#lib/community/members.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { plainLine } from '#parts/conversation/member-text.ts'
import { useWhen } from '#parts/conversation/when.ts'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/states.tsx'
import { threadAddress } from '../addresses.ts'
import { HeldText } from '../composer/held-text.tsx'
import { heldQuery } from '../thread/posts-query.ts'
import { usePostWrites } from '../thread/thread-writes.ts'
import { ListSkeleton } from './list-skeleton.tsx'
import { draftsQuery } from './threads-query.ts'

/** What the reader has begun to write, on every device, and the threads of theirs that wait for review. */
export function DraftList() {
  const { data: me } = useQuery(ownMemberQuery)
  const { data: held = [] } = useQuery({ ...heldQuery(null, me?.id ?? ''), enabled: me !== undefined })
  const { withdraw } = usePostWrites('')
  return (
    <div className="grid gap-3">
      {held.length > 0 && (
        <Card>
          {held.map((one) => (
            <HeldText
              key={one.id}
              held={one}
              busy={withdraw.isPending && withdraw.variables === one.id}
              onWithdraw={() => withdraw.mutate(one.id)}
            />
          ))}
        </Card>
      )}
      <Drafts />
    </div>
  )
}

function Drafts() {
  const { t } = useTranslation('community')
  const when = useWhen()
  const { data: drafts } = useQuery(draftsQuery)
  if (!drafts) return <ListSkeleton />
  if (drafts.length === 0) {
    return (
      <EmptyState
        icon={<FilePenLine size={20} strokeWidth={1.75} aria-hidden />}
        title={t('empty.brouillons')}
      >
        {t('empty.brouillonsText')}
      </EmptyState>
    )
  }
  return (
    <Card>
      <ul>
        {drafts.map((draft) => (
          <li
            key={draft.id}
            className="relative grid gap-0.5 border-t border-line px-4 py-3 first:border-t-0 hover:bg-raised"
          >
            <Link
              to={draft.thread ? threadAddress(draft.thread) : '/communaute?nouveau=1'}
              className="truncate font-medium after:absolute after:inset-0"
            >
              {plainLine(draft.of?.title ?? draft.title) || t('drafts.untitled')}
            </Link>
            <p className="truncate text-13 text-muted">{plainLine(draft.body)}</p>
            <p className="text-12 text-muted">
              {t(draft.thread ? 'drafts.reply' : 'drafts.thread')} · {when(draft.saved_at)}
            </p>
          </li>
        ))}
      </ul>
    </Card>
  )
}
