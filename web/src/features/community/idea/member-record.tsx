import { useQuery } from '@tanstack/react-query'
import { memberQuery } from '#lib/community/members.ts'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { MemberName, useMemberName } from '#parts/conversation/member-name.tsx'
import { RecordAside } from '#parts/ideas/record-aside.tsx'
import { Avatar } from '#ui/avatar.tsx'
import { Breadcrumbs } from '#ui/figure/breadcrumbs.tsx'

/** A member: since when they are here, and what their ideas came to. */
export default function MemberRecord({ id }: { id: string }) {
  const { t } = useTranslation('ideas')
  const format = useFormat()
  const nameOf = useMemberName()
  const { data: member } = useQuery(memberQuery(id))
  if (!member) return <div className="h-96" aria-busy={member === undefined} />
  return (
    <div className="px-4 py-4 lg:px-6">
      <Breadcrumbs items={[{ title: t('member.community'), to: '/communaute' }, { title: nameOf(member) }]} />
      <header className="mt-3 mb-4 flex items-center gap-3">
        <Avatar name={nameOf(member)} size="lg" />
        <div className="min-w-0">
          <h1 className="text-20 font-semibold tracking-title">
            <MemberName member={member} />
          </h1>
          <p className="text-13 text-muted">{t('member.since', { date: format.date(member.joined_at) })}</p>
        </div>
      </header>
      <div className="max-w-180 rounded-card border border-line bg-surface">
        <RecordAside member={id} />
      </div>
    </div>
  )
}
