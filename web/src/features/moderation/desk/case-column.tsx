import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, ChevronsUpDown, ExternalLink, History } from 'lucide-react'
import { Link } from '#lib/browser/router-link.tsx'
import { ownMemberQuery } from '#lib/community/members.ts'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { useNow } from '#lib/live/use-now.ts'
import { usePresence } from '#lib/live/use-presence.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { AuthorCard, OriginCard, TrailList } from './case-background.tsx'
import { useCaseName } from './case-name.tsx'
import type { CaseFile } from './cases.ts'
import type { Part } from './chosen-text.ts'
import { IdeaLine } from './idea-line.tsx'
import { MarkedText } from './marked-text.tsx'
import { Watchers } from './watchers.tsx'

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true, className: 'shrink-0' } as const

type Props = {
  about: CaseFile
  parts: readonly Part[] | null
  /** Null where nothing can be masked any more. */
  onChoose: ((parts: readonly Part[] | null) => void) | null
  onBack: () => void
}

/** A case: the words first, then why they are here, and who wrote them. */
export function CaseColumn({ about, parts, onChoose, onBack }: Props) {
  const { t } = useTranslation('moderation')
  const format = useFormat()
  const now = useNow()
  const name = useCaseName()(about)
  const { data: me } = useQuery(ownMemberQuery)
  const here = usePresence<{ member: string }>(`staff:moderation:${about.id}`, me ? { member: me.id } : null)
  const others = [...new Set(here.map(({ member }) => member))].filter((one) => one !== me?.id)
  const { place, author } = about
  const address =
    place?.thread && `/communaute?sujet=${place.thread}${place.position ? `&message=${place.position}` : ''}`
  return (
    <>
      <header className="flex min-h-14 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-4 py-2 lg:px-5">
        <Button
          variant="ghost"
          iconOnly
          aria-label={t('case.back')}
          className="lg:hidden"
          icon={<ArrowLeft {...icon} />}
          onClick={onBack}
        />
        <h2 className="min-w-0 truncate text-16 font-semibold">{t(`case.titles.${about.kind}`, { name })}</h2>
        <span className="text-13 text-muted">
          {t('case.opened', { at: format.atMoment(about.opened_at, now) })}
        </span>
        <span className="ml-auto flex items-center gap-3">
          <Watchers members={others} />
          {address && (
            <Link to={address} className="flex items-center gap-1.5 text-13 text-muted hover:text-text">
              <ExternalLink {...icon} />
              {t('case.inThread')}
            </Link>
          )}
        </span>
      </header>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 p-4 lg:p-5">
        <Card>
          <Neighbours side="before" count={about.before_count} posts={about.before} />
          <article className="grid grid-cols-[32px_minmax(0,1fr)] gap-x-3 px-4 py-4 lg:px-5">
            <Avatar name={name} />
            <div className="grid min-w-0 gap-2">
              <p className="flex flex-wrap items-baseline gap-x-2 text-13 text-muted">
                <bdi className="text-14 font-semibold text-text">{name}</bdi>
                {author && !author.gone && (
                  <span>{t('case.memberSince', { day: format.date(author.joined_at) })}</span>
                )}
                {author?.anonymous && <span>{t('case.anonymous')}</span>}
              </p>
              {about.text === null ? (
                <p className="text-muted wrap-anywhere">{about.excerpt ?? t('case.noWords')}</p>
              ) : (
                <MarkedText text={about.text} findings={about.findings} parts={parts} onChoose={onChoose} />
              )}
              {about.idea && <IdeaLine idea={about.idea} />}
            </div>
          </article>
          <Neighbours side="after" count={about.after_count} posts={about.after} />
        </Card>
        <OriginCard about={about} />
        <AuthorCard about={about} />
        <details className="text-13 text-muted">
          <summary className="flex min-h-8 cursor-pointer items-center gap-2">
            <History {...icon} />
            {t('case.traced')}
          </summary>
          <TrailList trail={about.trail} />
        </details>
      </div>
    </>
  )
}

type NeighboursProps = { side: 'before' | 'after'; count: number; posts: CaseFile['before'] }

/** The posts around it, folded: the words come first. */
function Neighbours({ side, count, posts }: NeighboursProps) {
  const { t } = useTranslation('moderation')
  if (count === 0) return null
  return (
    <details className={side === 'before' ? 'border-b border-line' : 'border-t border-line'}>
      <summary className="flex min-h-10 cursor-pointer list-none items-center gap-3 px-5 text-13 text-muted">
        <ChevronsUpDown size={14} strokeWidth={1.75} aria-hidden />
        {t(`case.${side}`, { count })}
      </summary>
      <ul className="grid gap-3 px-5 pb-4 text-13">
        {posts.map(({ id, author, body }) => (
          <li key={id}>
            <bdi className="font-semibold">{author?.name ?? t('case.gone')}</bdi>
            <p className="text-muted wrap-anywhere whitespace-pre-line">{body || t('case.noWords')}</p>
          </li>
        ))}
      </ul>
    </details>
  )
}
