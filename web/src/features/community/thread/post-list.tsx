import { ArrowDown } from 'lucide-react'
import { Fragment, memo, type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { useNow } from '#lib/live/use-now.ts'
import { useMemberName } from '#parts/conversation/member-name.tsx'
import type { MenuItem } from '#ui/overlay/open-menu.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import type { ThreadRow } from '../forum.ts'
import { PostView } from './post-view.tsx'
import type { Post, Reaction } from './posts-query.ts'
import { useEdge } from './use-edge.ts'

type Props = {
  thread: ThreadRow
  posts: readonly Post[]
  /** Where what was unread on opening begins. */
  unread: { from: number; count: number; since: string | null } | null
  card: ReactNode
  menu: (post: Post) => readonly MenuItem[]
  onReact: (post: Post, kind: Reaction) => void
  onQuote: ((post: Post) => void) | null
  onReport: (post: Post) => void
  onHistory: (post: Post) => void
  feed: RefObject<HTMLDivElement | null>
  hasBefore: boolean
  readBefore: () => unknown
  hasAfter: boolean
  readAfter: () => unknown
}

/** How many posts are compared as one when more are read, and laid out as one when they come near. */
const GROUP = 10

/**
 * Skips the layout and paint of groups far from the window; the estimate is replaced by the height once it is known. Of single posts
 * there are too many: the browser asks for each in every frame whether it is near.
 */
const FAR = '[contain-intrinsic-block-size:auto_1800px] [content-visibility:auto]'

/** The posts in their order; further ones are read as one comes near them. It is not drawn again while one only scrolls. */
export const PostList = memo(function PostList(props: Props) {
  const { posts, hasBefore, hasAfter, readBefore, readAfter, unread, feed, ...shared } = props
  const { t } = useTranslation('community')
  const top = useEdge(() => hasBefore && readBefore())
  const end = useEdge(() => hasAfter && readAfter())
  useSteadyScroll(posts[0]?.position)
  const firstUnread = unread ? posts.find(({ position }) => position >= unread.from)?.id : undefined
  return (
    <div
      ref={feed}
      role="feed"
      aria-label={t('posts')}
      aria-busy={false}
      className="[&>:first-child>article:first-child]:border-t-0"
    >
      {hasBefore && <Waiting ref={top} key={`top ${posts[0]?.position}`} />}
      {grouped(posts).map(([group, some]) => (
        <PostGroup
          {...shared}
          key={group}
          posts={some}
          unread={some.some(({ id }) => id === firstUnread) ? unread : null}
          firstUnread={some.some(({ id }) => id === firstUnread) ? firstUnread : undefined}
        />
      ))}
      {hasAfter && <Waiting ref={end} key={`end ${posts.at(-1)?.position}`} />}
    </div>
  )
})

/** By their positions, so that a group stays the same however many are read before and after it. */
function grouped(posts: readonly Post[]): (readonly [group: number, posts: readonly Post[]])[] {
  const groups = new Map<number, Post[]>()
  for (const post of posts) {
    const group = Math.floor(post.position / GROUP)
    const known = groups.get(group)
    if (known) known.push(post)
    else groups.set(group, [post])
  }
  return [...groups]
}

type GroupProps = Omit<Props, 'feed' | 'hasBefore' | 'readBefore' | 'hasAfter' | 'readAfter'> & {
  firstUnread: string | undefined
}

/** Some posts in a row. Of a thread of thousands, only the group that a new one joins is gone through again. */
const PostGroup = memo(
  function PostGroup(props: GroupProps) {
    const { thread, posts, unread, firstUnread } = props
    const { t } = useTranslation('community')
    const format = useFormat()
    const nameOf = useMemberName()
    const drawn = posts.map((post) => {
      const accepted = post.id === thread.accepted_post
      return (
        <Fragment key={post.id}>
          {post.id === firstUnread && unread && <UnreadBand unread={unread} />}
          <PostView
            thread={thread.id}
            post={post}
            accepted={
              accepted
                ? {
                    words: t('accepted.by', { name: nameOf(thread.author) }),
                    note: post.reactions.useful
                      ? t('accepted.useful', { count: post.reactions.useful })
                      : format.date(post.published_at),
                  }
                : null
            }
            byAsker={post.position > 1 && post.author !== null && post.author.id === thread.author?.id}
            card={post.position === 1 ? props.card : null}
            menu={props.menu}
            onReact={props.onReact}
            onQuote={props.onQuote}
            onReport={props.onReport}
            onHistory={props.onHistory}
          />
        </Fragment>
      )
    })
    return <div className={FAR}>{drawn}</div>
  },
  ({ posts: before, ...known }, { posts: after, ...given }) =>
    before.length === after.length &&
    before.every((post, place) => post === after[place]) &&
    Object.entries(given).every(([name, value]) => Object.is(value, known[name as keyof typeof known])),
)

function UnreadBand({ unread }: { unread: NonNullable<Props['unread']> }) {
  const { t } = useTranslation('community')
  const format = useFormat()
  const now = useNow()
  return (
    <p
      id="non-lus"
      className="flex h-8 items-center gap-3 border-t border-line bg-info-tint px-4 text-13 font-medium text-info lg:px-5"
    >
      <ArrowDown size={14} strokeWidth={1.75} aria-hidden />
      {unread.since
        ? t('unreadSince', { count: unread.count, when: format.moment(unread.since, now) })
        : t('unreadBand', { count: unread.count })}
    </p>
  )
}

const Waiting = ({ ref }: { ref: (node: HTMLElement | null) => (() => void) | undefined }) => (
  <div ref={ref} aria-busy="true" className="grid gap-2 border-t border-line px-5 py-6 first:border-t-0">
    <Skeleton className="h-2.5 w-2/5" />
    <Skeleton className="h-2.5 w-3/5" />
  </div>
)

/** Keeps what is read in its place when earlier posts are added above it, where the browser does not do so by itself. */
function useSteadyScroll(first: number | undefined): void {
  const held = useRef<{ first: number | undefined; height: number }>(undefined)
  useLayoutEffect(() => {
    const height = document.documentElement.scrollHeight
    const was = held.current
    if (
      was?.first !== undefined &&
      first !== undefined &&
      first < was.first &&
      !CSS.supports('overflow-anchor', 'auto')
    )
      window.scrollBy(0, height - was.height)
    held.current = { first, height }
  }, [first])
}
