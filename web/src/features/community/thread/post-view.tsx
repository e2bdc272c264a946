import { Check, Ellipsis, Link2, Quote } from 'lucide-react'
import { memo, type ReactNode } from 'react'
import { useTranslation } from '#lib/language/i18n.ts'
import { MemberName, useMemberName } from '#parts/conversation/member-name.tsx'
import { PostBody } from '#parts/conversation/post-body.tsx'
import { When } from '#parts/conversation/when-time.tsx'
import { AuthorRecord } from '#parts/ideas/author-record.tsx'
import { Avatar } from '#ui/avatar.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { Menu } from '#ui/overlay/menu.tsx'
import type { MenuItem } from '#ui/overlay/open-menu.tsx'
import { toast } from '#ui/overlay/toast.tsx'
import { threadAddress } from '../addresses.ts'
import type { Post, Reaction } from './posts-query.ts'
import { Reactions } from './reactions.tsx'
import { ShieldedCard } from './shielded-card.tsx'

type Props = {
  thread: string
  post: Post
  accepted: { words: ReactNode; note: ReactNode } | null
  /** Whether they began the thread; the first post needs no mark. */
  byAsker: boolean
  /** Above the text: the card of an idea. */
  card?: ReactNode
  menu: (post: Post) => readonly MenuItem[]
  onReact: (post: Post, kind: Reaction) => void
  /** Null where nobody may answer. */
  onQuote: ((post: Post) => void) | null
  onReport: (post: Post) => void
  onHistory: (post: Post) => void
}

/** A post in its thread: who, when, the text, what is said of it. A removed one leaves its place. */
export const PostView = memo(function PostView(props: Props) {
  const { thread, post, accepted, onQuote } = props
  const { t } = useTranslation('community')
  const name = useMemberName()(post.author)
  const gone = post.state === 'hidden' || post.state === 'deleted'
  const address = threadAddress(thread, post.position)
  const copy = async () => {
    await navigator.clipboard.writeText(`${location.origin}${address}`)
    toast({ title: t('post.copied') })
  }
  const label = t('post.label', { position: post.position, name })
  return (
    <article
      id={`message-${post.position}`}
      data-position={post.position}
      aria-label={label}
      tabIndex={-1}
      className={classNames(
        'scroll-mt-topbar border-t border-line outline-none focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-focus',
        accepted && 'shadow-[inset_2px_0_0_var(--gain-mark)]',
      )}
    >
      {accepted && (
        <p className="flex flex-wrap items-center gap-x-2 bg-gain-tint px-4 py-2 text-13 font-medium text-gain lg:px-5">
          <Check size={16} strokeWidth={2} className="shrink-0" aria-hidden />
          {accepted.words} <span className="font-normal text-muted">{accepted.note}</span>
        </p>
      )}
      <div className="px-4 pt-4 pb-3 lg:px-5">
        <header className="flex min-h-8 flex-wrap items-center gap-x-2">
          <Avatar name={gone ? '' : name} />
          <span className="flex min-w-0 items-center gap-2 max-lg:flex-1">
            <MemberName member={post.author} linked className="font-semibold" />
            {props.byAsker && <Badge>{t('post.asker')}</Badge>}
          </span>
          {/* On a phone a line of its own, as wide as the post. */}
          <span className="flex min-w-0 empty:hidden max-lg:order-last max-lg:-mt-1.5 max-lg:basis-full max-lg:pl-10">
            {post.author && <AuthorRecord member={post.author.id} />}
          </span>
          <span className="ml-auto flex shrink-0 items-center gap-2 text-13 text-muted">
            {post.revisions > 0 && !gone && (
              <button
                type="button"
                onClick={() => props.onHistory(post)}
                className="relative underline decoration-line-strong underline-offset-3 after:absolute after:-inset-y-3 after:inset-x-0 hover:text-text max-sm:sr-only"
              >
                {t('post.edited', { count: post.revisions + 1 })}
              </button>
            )}
            <When at={post.published_at} />
            <Menu
              align="end"
              trigger={
                <Button
                  size="sm"
                  variant="ghost"
                  iconOnly
                  aria-label={t('post.menu', { position: post.position })}
                  icon={<Ellipsis size={16} strokeWidth={1.75} aria-hidden />}
                />
              }
              items={props.menu(post)}
            />
          </span>
        </header>
        <div className="pt-1 max-lg:pt-2 lg:pl-10">
          {props.card}
          {gone ? (
            <p className="text-muted italic">{t(`post.${post.state as 'hidden' | 'deleted'}`)}</p>
          ) : post.state === 'shielded' ? (
            <ShieldedCard
              body={post.body}
              reasons={post.reasons}
              onReport={post.mine ? null : () => props.onReport(post)}
            />
          ) : (
            // The card of an idea has its words.
            !props.card && <PostBody text={post.body} />
          )}
        </div>
        {!gone && (
          <footer className="mt-2 flex items-start gap-1.5 lg:pl-10">
            <Reactions post={post} onReact={props.onReact} />
            <span className="ml-auto flex shrink-0 items-center gap-0.5 max-lg:hidden">
              {onQuote && post.state === 'published' && (
                <Button
                  size="sm"
                  variant="ghost"
                  onClick={() => onQuote(post)}
                  icon={<Quote size={14} strokeWidth={1.75} aria-hidden />}
                >
                  {t('post.quote')}
                </Button>
              )}
              <Button
                size="sm"
                variant="ghost"
                iconOnly
                aria-label={t('post.copy', { position: post.position })}
                onClick={() => void copy()}
                icon={<Link2 size={14} strokeWidth={1.75} aria-hidden />}
              />
            </span>
          </footer>
        )}
      </div>
    </article>
  )
})
