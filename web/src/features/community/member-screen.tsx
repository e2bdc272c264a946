import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Ban, MessagesSquare } from 'lucide-react'
import { memberQuery, ownBlocksQuery, ownMemberQuery, useBlock } from '#lib/community/members.ts'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { MemberName, useMemberName } from '#parts/conversation/member-name.tsx'
import { RecordAside } from '#parts/ideas/record-aside.tsx'
import { Avatar } from '#ui/avatar.tsx'
import { Button } from '#ui/button.tsx'
import { Breadcrumbs } from '#ui/figure/breadcrumbs.tsx'
import { PageTitle } from '#ui/page-title.tsx'
import { EmptyState } from '#ui/states.tsx'
import { readFilters } from './list/filters.ts'
import { ListSkeleton } from './list/list-skeleton.tsx'
import { ThreadList } from './list/thread-list.tsx'
import { threadsQuery } from './list/threads-query.ts'

const NO_FILTERS = readFilters(new URLSearchParams())

/** A member: their record, which nothing takes a loss out of, and the threads they began. */
export default function MemberScreen({ id }: { id: string }) {
  const { t, i18n } = useTranslation('community')
  const format = useFormat()
  const nameOf = useMemberName()
  const { data: member } = useQuery(memberQuery(id))
  const { data: me } = useQuery(ownMemberQuery)
  const { data: blocks = [] } = useQuery(ownBlocksQuery)
  const block = useBlock()
  const threads = useInfiniteQuery(threadsQuery({ ...NO_FILTERS, author: id }, i18n.language))
  const blocked = blocks.some((one) => one.id === id)
  const rows = threads.data?.pages.flatMap((page) => page.threads) ?? []
  const name = member ? nameOf(member) : ''
  return (
    <div className="grid flex-1 grid-cols-[minmax(0,1fr)] lg:grid-cols-[minmax(0,1fr)_320px]">
      <div className="grid min-w-0 content-start gap-4 px-4 py-4 lg:px-6">
        <header className="grid gap-3">
          <Breadcrumbs
            items={[{ title: t('title'), to: '/communaute' }, { title: name || t('member.title') }]}
          />
          <div className="flex flex-wrap items-center gap-3">
            <Avatar name={name} size="lg" />
            <div className="min-w-0 flex-1">
              <PageTitle>{member ? <MemberName member={member} /> : t('member.title')}</PageTitle>
              {member && (
                <p className="text-13 text-muted">
                  {t('member.since', { date: format.date(member.joined_at) })}
                </p>
              )}
            </div>
            {member && me && me.id !== id && member.staff_role === null && (
              <Button
                variant="outline"
                busy={block.isPending}
                onClick={() => block.mutate({ member: id, on: !blocked })}
                icon={<Ban size={16} strokeWidth={1.75} aria-hidden />}
              >
                {t(blocked ? 'member.unblock' : 'post.block')}
              </Button>
            )}
          </div>
        </header>
        <h2 className="font-semibold">{t('member.threads')}</h2>
        {threads.isPending ? (
          <ListSkeleton />
        ) : rows.length > 0 ? (
          <ThreadList threads={rows} byActivity={false} />
        ) : (
          <EmptyState
            icon={<MessagesSquare size={20} strokeWidth={1.75} aria-hidden />}
            title={t(blocked ? 'member.blocked' : 'member.none')}
          />
        )}
      </div>
      <aside className="border-line max-lg:border-t lg:border-l">
        <RecordAside member={id} />
      </aside>
    </div>
  )
}
