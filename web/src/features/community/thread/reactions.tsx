import {
  FlaskConical,
  Heart,
  Lightbulb,
  type LucideIcon,
  MessageCircleQuestion,
  Scale,
  SmilePlus,
} from 'lucide-react'
import { useTranslation } from '#lib/language/i18n.ts'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { Menu } from '#ui/overlay/menu.tsx'
import { type Post, REACTIONS, type Reaction } from './posts-query.ts'

const ICONS: Readonly<Record<Reaction, LucideIcon>> = {
  useful: Lightbulb,
  well_argued: Scale,
  well_measured: FlaskConical,
  good_question: MessageCircleQuestion,
  thanks: Heart,
}

type Props = { post: Post; onReact: (post: Post, kind: Reaction) => void }

/** What members said of a post with one word, each with its number; the reader's own are marked. */
export function Reactions({ post, onReact }: Props) {
  const { t } = useTranslation('community')
  const given = REACTIONS.filter((kind) => (post.reactions[kind] ?? 0) > 0)
  const left = REACTIONS.filter((kind) => !given.includes(kind))
  return (
    <div className="flex flex-wrap items-center gap-1.5">
      {given.map((kind) => {
        const Icon = ICONS[kind]
        const own = post.own.some((one) => one.kind === kind)
        const looks = classNames(
          'relative inline-flex h-7 items-center gap-1.5 rounded-inner px-2 text-13 font-medium whitespace-nowrap text-muted ring-1 ring-inset after:absolute after:inset-x-0 after:-inset-y-2 pointer-coarse:h-9',
          own ? 'bg-raised text-text ring-control' : 'ring-line-strong',
        )
        const words = (
          <>
            <Icon size={14} strokeWidth={1.75} aria-hidden />
            {t(`reactions.${kind}`)}
            <b className="tabular font-medium text-text">{post.reactions[kind]}</b>
          </>
        )
        return post.mine ? (
          <span key={kind} className={looks}>
            {words}
          </span>
        ) : (
          <button
            key={kind}
            type="button"
            aria-pressed={own}
            onClick={() => onReact(post, kind)}
            className={classNames(looks, 'transition-colors hover:bg-raised hover:text-text')}
          >
            {words}
          </button>
        )
      })}
      {!post.mine && left.length > 0 && post.state === 'published' && (
        <Menu
          trigger={
            <Button
              size="sm"
              variant="ghost"
              iconOnly
              aria-label={t('reactions.add')}
              icon={<SmilePlus size={16} strokeWidth={1.75} aria-hidden />}
            />
          }
          items={left.map((kind) => {
            const Icon = ICONS[kind]
            return {
              key: kind,
              label: t(`reactions.${kind}`),
              icon: <Icon size={16} strokeWidth={1.75} aria-hidden />,
              onSelect: () => onReact(post, kind),
            }
          })}
        />
      )}
    </div>
  )
}
