import { Link } from '#lib/browser/router-link.tsx'
import type { Member } from '#lib/community/members.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { classNames } from '#ui/class-names.ts'
import { plainLine } from './member-text.ts'

/** How a member is called; null: they posted anonymously. */
export function useMemberName(): (member: Member | null) => string {
  const { t } = useTranslation('conversation')
  return (member) =>
    member === null
      ? t('member.anonymous')
      : member.name === null
        ? t('member.closed')
        : plainLine(member.name)
}

type Props = { member: Member | null; linked?: boolean; className?: string }

/** A member's name, isolated from the text around it, with the mark that only the server gives. */
export function MemberName({ member, linked = false, className }: Props) {
  const { t } = useTranslation('conversation')
  const name = useMemberName()(member)
  const words = <bdi className={className}>{name}</bdi>
  return (
    <span className="inline-flex min-w-0 items-center gap-1.5">
      {linked && member?.name ? (
        <Link
          to={`/communaute?membre=${member.id}`}
          className="relative min-w-0 truncate rounded-inner after:absolute after:-inset-y-3 after:inset-x-0 hover:underline"
        >
          {words}
        </Link>
      ) : (
        <span className={classNames('min-w-0 truncate', !member?.name && 'text-muted')}>{words}</span>
      )}
      {member?.staff_role && <StaffMark>{t('member.staff')}</StaffMark>}
    </span>
  )
}

const StaffMark = ({ children }: { children: string }) => (
  <span className="inline-flex h-4 shrink-0 items-center rounded-key bg-inverse px-1 text-12 font-semibold text-on-inverse">
    {children}
  </span>
)
