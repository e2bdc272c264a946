import { useQuery } from '@tanstack/react-query'
import { Link } from '#lib/browser/router-link.tsx'
import { memberByHandleQuery } from '#lib/community/members.ts'
import { plainLine } from './member-text.ts'

/** A member who is named in a text, called as they are now; the address keeps the handle. What nobody is called stays as written. */
export function Mention({ handle }: { handle: string }) {
  const { data: member } = useQuery(memberByHandleQuery(handle))
  const look = 'rounded-key bg-raised px-1 font-medium'
  if (!member?.name) return <bdi className={look}>@{handle}</bdi>
  return (
    <Link to={`/communaute?membre=${handle}`} className={`${look} hover:underline`} title={`@${handle}`}>
      <bdi>@{plainLine(member.name)}</bdi>
    </Link>
  )
}
