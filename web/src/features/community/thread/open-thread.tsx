import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { ArrowDown, Bell, BellRing, Check, Ellipsis, Flame, Pin } from 'lucide-react'
import { Suspense, useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { lazyPart } from '#lib/browser/lazy-part.ts'
import { useKeys } from '#lib/browser/single-keys.ts'
import { ownMemberQuery } from '#lib/community/members.ts'
import { ideaOfThreadQuery } from '#lib/ideas/idea-queries.ts'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { useSession } from '#lib/session/session.tsx'
import { useMemberName } from '#parts/conversation/member-name.tsx'
import { plainLine } from '#parts/conversation/member-text.ts'
import { IdeaCard } from '#parts/ideas/idea-card.tsx'
import { useIdeaTitle } from '#parts/ideas/idea-title.tsx'
import { RecordAside } from '#parts/ideas/record-aside.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Breadcrumbs } from '#ui/figure/breadcrumbs.tsx'
import { Menu } from '#ui/overlay/menu.tsx'
import { PageTitle } from '#ui/page-title.tsx'
import { useWide } from '#ui/use-wide.ts'
import { HeldText } from '../composer/held-text.tsx'
import { quoted } from '../composer/quote.ts'
import { categoriesQuery, type ThreadRow, useFollow } from '../forum.ts'
import { LiveDot } from '../list/counter-strip.tsx'
import { useCommunityPresence } from '../use-community-presence.ts'
import { citedIn } from './cited.ts'
import { PostList } from './post-list.tsx'
import { heldQuery, type Mark, type Post, postsQuery } from './posts-query.ts'
import { ReplyPlace } from './reply-place.tsx'
import type { Asked } from './thread-dialogs.tsx'
import { usePostMenu, useThreadMenu } from './thread-menu.tsx'
import { ThreadRuler } from './thread-ruler.tsx'
import { ThreadSide } from './thread-side.tsx'
import { usePostWrites, useReact } from './thread-writes.ts'
import { useLiveThread } from './use-live-thread.ts'
import { useReadMarks } from './use-read-marks.ts'

const ThreadDialog = lazyPart(() => import('./thread-dialogs.tsx'))

/** How many posts before a place are read with it. */
const BEFORE = 5
const NOTHING: readonly Post[] = []

type Props = { thread: ThreadRow; mark: Mark | null; message: number | null }

/** A thread that is open: the accepted answer and its proof first, then what is unread. */
export function OpenThread({ thread, mark, message }: Props) {
  const { t, i18n } = useTranslation('community')
  const format = useFormat()
  const wide = useWide()
  const { staffRole } = useSession()
  const nameOf = useMemberName()
  const { data: categories = [] } = useQuery(categoriesQuery)
  const { data: me } = useQuery(ownMemberQuery)
  const category = categories.find(({ slug }) => slug === thread.category)
  // What was unread when the thread was opened stays marked while it is read.
  const [opened] = useState({ mark, last: thread.last_shown })
  const firstUnread = opened.mark?.first_unread ?? null
  const unread = useMemo(() => {
    const { mark: known } = opened
    return known?.first_unread && known.last_position
      ? { from: known.first_unread, count: known.unread, since: known.read_at }
      : null
  }, [opened])
  const [start, setStart] = useState(() => Math.max(1, (message ?? 1) - BEFORE))
  const [goal, setGoal] = useState<number | null>(message)
  const pages = useInfiniteQuery(postsQuery(thread.id, start))
  const { readNew } = useLiveThread(thread.id, start)
  // New posts wait until they are asked for: nothing moves under the reader.
  const [shownTo, setShownTo] = useState(thread.last_position)
  const all = useMemo(() => {
    const known = pages.data?.pages.flat() ?? NOTHING
    return [...new Map(known.map((post) => [post.id, post])).values()]
  }, [pages.data])
  const shown = useMemo(() => all.filter(({ position }) => position <= shownTo), [all, shownTo])
  const waiting = all.length - shown.length
  // Many posts are drawn in pieces, so that scrolling stays smooth.
  const posts = useDeferredValue(shown)
  const feed = useRef<HTMLDivElement>(null)
  const { current } = useReadMarks(thread.id, opened.mark?.last_position ?? 0, posts, feed)
  const [asked, setAsked] = useState<Asked | null>(null)
  const [writes, setWrites] = useState(false)
  useCommunityPresence(writes)
  const follow = useFollow(thread.id)
  const followed = mark?.level === 'every'
  const react = useReact(thread.id)
  const { withdraw } = usePostWrites(thread.id)
  const { data: held = [] } = useQuery({ ...heldQuery(thread.id, me?.id ?? ''), enabled: me !== undefined })
  const first = all.find(({ position }) => position === 1)
  const asks = first?.mine ?? (thread.author !== null && thread.author.id === me?.id)
  const locked = thread.locked_at !== null

  const go = useCallback((position: number) => {
    const known = document.getElementById(`message-${position}`)
    setGoal(position)
    if (!known) setStart(Math.max(1, position - BEFORE))
  }, [])
  // The place that was asked for may still have to be read and drawn.
  useEffect(() => {
    if (goal === null) return
    const target = posts.find(({ position }) => position >= goal)
    const node = target && document.getElementById(`message-${target.position}`)
    if (!node) return
    node.scrollIntoView({ block: 'start' })
    node.focus({ preventScroll: true })
    setGoal(null)
  }, [goal, posts])
  useEffect(() => {
    if (message !== null) go(message)
  }, [message, go])

  const area = useRef<HTMLTextAreaElement>(null)
  const [insertion, setInsertion] = useState<{ text: string; id: number } | null>(null)
  const quote =
    locked && staffRole === null
      ? null
      : (post: Post) => {
          const chosen = window.getSelection()
          const within = chosen?.anchorNode?.parentElement?.closest(`#message-${post.position}`)
          const words = within ? `${chosen}` : ''
          setInsertion({ text: quoted(thread.id, post, nameOf(post.author), words), id: Date.now() })
        }
  const quoteRef = useRef(quote)
  useEffect(() => {
    quoteRef.current = quote
  })
  const onQuote = useCallback((post: Post) => quoteRef.current?.(post), [])
  const menu = usePostMenu(thread, asks, setAsked, quote)
  const menuRef = useRef(menu)
  useEffect(() => {
    menuRef.current = menu
  })
  const menuOf = useCallback((post: Post) => menuRef.current(post), [])
  const reactRef = useRef(react)
  useEffect(() => {
    reactRef.current = react
  })
  const onReact = useCallback<typeof react>((post, kind) => reactRef.current(post, kind), [])
  const onReport = useCallback((post: Post) => setAsked({ kind: 'report', post, block: true }), [])
  const onHistory = useCallback((post: Post) => setAsked({ kind: 'history', post }), [])
  const { data: idea } = useQuery({ ...ideaOfThreadQuery(thread.id), enabled: category?.of_ideas === true })
  const ideaTitle = useIdeaTitle()
  const hasIdea = Boolean(idea)
  const card = useMemo(() => hasIdea && <IdeaCard thread={thread.id} />, [hasIdea, thread.id])
  const threadMenu = useThreadMenu(thread, setAsked, shown)

  const focused = () => {
    const at = Number(document.activeElement?.closest<HTMLElement>('[data-position]')?.dataset.position ?? 0)
    return posts.findIndex(({ position }) => position === at)
  }
  const step = (to: number) => {
    const post = posts[Math.max(0, Math.min(posts.length - 1, to))]
    const node = post && document.getElementById(`message-${post.position}`)
    node?.focus({ preventScroll: true })
    node?.scrollIntoView({ block: 'nearest' })
  }
  const accepted = posts.find(({ id }) => id === thread.accepted_post)
  const showWaiting = () => {
    const next = all.find(({ position }) => position > shownTo)
    setShownTo(all.at(-1)?.position ?? shownTo)
    if (next) setGoal(next.position)
  }
  useKeys({
    j: () => step(focused() === -1 ? posts.findIndex(({ position }) => position >= current) : focused() + 1),
    k: () => step(focused() === -1 ? 0 : focused() - 1),
    r: () => {
      const post = posts[focused()] ?? posts.at(-1)
      if (!post || !quote) return false
      return quote(post)
    },
    a: () => (accepted ? go(accepted.position) : false),
    u: () => (waiting > 0 ? showWaiting() : firstUnread === null ? false : go(firstUnread)),
  })

  const participants = useMemo(
    () => [...new Map(all.flatMap(({ author }) => (author ? [[author.id, author] as const] : []))).values()],
    [all],
  )
  const cited = useMemo(() => citedIn(all), [all])
  const title = idea ? ideaTitle(idea) : plainLine(thread.title)
  const marks = (
    <>
      {thread.accepted_post && (
        <Badge tone="gain" icon={<Check size={12} strokeWidth={2} aria-hidden />}>
          {t('row.solved')}
        </Badge>
      )}
      {thread.popular && (
        <Badge icon={<Flame size={12} strokeWidth={1.75} aria-hidden />}>{t('row.popular')}</Badge>
      )}
      {thread.pinned_at && (
        <Badge icon={<Pin size={12} strokeWidth={1.75} aria-hidden />}>{t('row.pinned')}</Badge>
      )}
    </>
  )
  const place = category?.names[i18n.language] ?? ''
  return (
    <div className="grid flex-1 grid-cols-[minmax(0,1fr)] lg:grid-cols-[minmax(0,1fr)_320px]">
      <div className="min-w-0 py-4 max-lg:pb-20 lg:px-6">
        <header className="max-lg:px-4">
          <Breadcrumbs
            items={[
              { title: t('title'), to: '/communaute' },
              { title: place, to: `/communaute?categorie=${thread.category}` },
              { title: t('crumb') },
            ]}
          />
          <div className="mt-1 flex items-start gap-x-3">
            <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-1">
              <PageTitle className="min-w-0 text-balance wrap-anywhere">{title}</PageTitle>
              {marks}
              {thread.demonstration && <Badge tone="line">{t('demonstration')}</Badge>}
            </div>
            <div className="flex items-center gap-1">
              <Button
                variant="outline"
                aria-pressed={followed}
                busy={follow.isPending}
                onClick={() => follow.mutate(!followed)}
                icon={
                  followed ? (
                    <BellRing size={16} strokeWidth={1.75} aria-hidden />
                  ) : (
                    <Bell size={16} strokeWidth={1.75} aria-hidden />
                  )
                }
              >
                <span className="max-sm:sr-only">{t(followed ? 'followed' : 'follow')}</span>
              </Button>
              {staffRole && (
                <Menu
                  align="end"
                  trigger={
                    <Button
                      variant="ghost"
                      iconOnly
                      aria-label={t('acts.menu')}
                      icon={<Ellipsis size={16} strokeWidth={1.75} aria-hidden />}
                    />
                  }
                  items={threadMenu}
                />
              )}
            </div>
          </div>
          <p className="mt-1 mb-4 flex flex-wrap items-center gap-x-3 gap-y-1 text-13 text-muted">
            <span>
              {t('openedBy', { date: format.date(thread.created_at), name: nameOf(thread.author) })}
            </span>
            <span>{t('replies', { count: thread.replies })}</span>
            <span>{t('readers', { count: thread.readers })}</span>
            {unread && (
              <button
                type="button"
                onClick={() => go(unread.from)}
                className="relative text-info underline decoration-current/40 underline-offset-3 after:absolute after:-inset-3 hover:decoration-current"
              >
                {t('toUnread')}
              </button>
            )}
          </p>
        </header>
        <div className="overflow-clip border-y border-line bg-surface lg:rounded-card lg:border-x">
          {pages.isPending ? (
            <div aria-busy="true" className="h-96" />
          ) : (
            <PostList
              thread={thread}
              posts={posts}
              unread={unread}
              card={card}
              menu={menuOf}
              onReact={onReact}
              onQuote={quote ? onQuote : null}
              onReport={onReport}
              onHistory={onHistory}
              feed={feed}
              hasBefore={pages.hasPreviousPage}
              readBefore={pages.fetchPreviousPage}
              hasAfter={pages.hasNextPage}
              readAfter={pages.fetchNextPage}
            />
          )}
          {held.map((one) => (
            <HeldText
              key={one.id}
              held={one}
              busy={withdraw.isPending && withdraw.variables === one.id}
              onWithdraw={() => withdraw.mutate(one.id)}
            />
          ))}
        </div>
        <p role="status" className="sr-only">
          {waiting > 0 && t('waiting', { count: waiting })}
        </p>
        {waiting > 0 && (
          <div className="pointer-events-none sticky bottom-4 z-10 flex h-0 justify-center max-lg:bottom-[calc(var(--spacing-tabs)+4.5rem)]">
            <button
              type="button"
              onClick={showWaiting}
              className="pointer-events-auto flex h-9 -translate-y-4.5 animate-rise items-center gap-2 rounded-pill border border-line-strong bg-overlay px-3.5 text-13 font-medium shadow-float pointer-coarse:h-target"
            >
              <LiveDot />
              {t('waiting', { count: waiting })}
              <ArrowDown size={14} strokeWidth={1.75} aria-hidden />
            </button>
          </div>
        )}
        <ReplyPlace
          thread={thread}
          area={area}
          insertion={insertion}
          asksAnonymously={asks && thread.author === null}
          inSheet={!wide}
          onWrites={setWrites}
          onPublished={async (position) => {
            await readNew()
            setShownTo((to) => Math.max(to, position))
            setGoal(position)
          }}
        />
      </div>
      <aside className="border-line max-lg:border-t lg:border-l">
        <div className="lg:sticky lg:top-topbar lg:max-h-[calc(100dvh-var(--spacing-topbar))] lg:overflow-y-auto">
          {idea && thread.author && (
            <RecordAside member={thread.author.id} symbol={thread.symbol} idea={idea.id} />
          )}
          <ThreadSide thread={thread.id} participants={participants} cited={cited}>
            <ThreadRuler
              facts={{
                last: Math.max(thread.last_shown, shownTo, 1),
                readTo: opened.mark?.last_position ?? 0,
                readAt: opened.mark?.read_at ?? null,
                current,
                accepted: accepted?.position ?? null,
                beganAt: thread.created_at,
                endedAt: thread.last_post_at,
              }}
              onGo={go}
            />
          </ThreadSide>
        </div>
      </aside>
      {asked && (
        <Suspense fallback={null}>
          <ThreadDialog thread={thread} asked={asked} onClose={() => setAsked(null)} />
        </Suspense>
      )}
    </div>
  )
}
