import {
  Ban,
  Check,
  Flag,
  FolderInput,
  GitMerge,
  Link2,
  Lock,
  LockOpen,
  Pencil,
  Pin,
  PinOff,
  Quote,
  Scissors,
  Trash2,
} from 'lucide-react'
import { useBlock } from '#lib/community/members.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { useSession } from '#lib/session/session.tsx'
import type { MenuItem } from '#ui/overlay/open-menu.tsx'
import { toast } from '#ui/overlay/toast.tsx'
import { threadAddress } from '../addresses.ts'
import type { ThreadRow } from '../forum.ts'
import type { Post } from './posts-query.ts'
import type { Asked } from './thread-dialogs.tsx'
import { usePostWrites, useThreadActs } from './thread-writes.ts'

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const

/** What a reader may do with a post: their own, somebody else's, as who asked, as staff. */
export function usePostMenu(
  thread: ThreadRow,
  asks: boolean,
  ask: (asked: Asked) => void,
  quote: ((post: Post) => void) | null,
) {
  const { t } = useTranslation('community')
  const { staffRole } = useSession()
  const { accept } = usePostWrites(thread.id)
  const block = useBlock()
  return (post: Post): MenuItem[] => {
    const gone = post.state === 'hidden' || post.state === 'deleted'
    const { author } = post
    const accepted = thread.accepted_post === post.id
    const copy = async () => {
      await navigator.clipboard.writeText(`${location.origin}${threadAddress(thread.id, post.position)}`)
      toast({ title: t('post.copied') })
    }
    const may = {
      quote: quote && post.state === 'published',
      accept: (asks || staffRole !== null) && post.position > 1 && post.state === 'published',
      own: post.mine && !gone,
      report: !post.mine && !gone,
      block: !post.mine && author !== null && author.staff_role === null,
    }
    return [
      ...(may.quote && quote
        ? [{ key: 'quote', label: t('post.quote'), icon: <Quote {...icon} />, onSelect: () => quote(post) }]
        : []),
      { key: 'copy', label: t('post.copyShort'), icon: <Link2 {...icon} />, onSelect: () => void copy() },
      ...(may.accept
        ? [
            {
              key: 'accept',
              label: t(accepted ? 'post.unaccept' : 'post.accept'),
              icon: <Check {...icon} />,
              onSelect: () => accept.mutate(accepted ? null : post.id),
            },
          ]
        : []),
      ...(may.own
        ? [
            'separator' as const,
            {
              key: 'edit',
              label: t('post.edit'),
              icon: <Pencil {...icon} />,
              onSelect: () => ask({ kind: 'edit', post }),
            },
            {
              key: 'delete',
              label: t('post.delete'),
              icon: <Trash2 {...icon} />,
              onSelect: () => ask({ kind: 'delete', post }),
            },
          ]
        : []),
      ...(may.report || may.block ? ['separator' as const] : []),
      ...(may.report
        ? [
            {
              key: 'report',
              label: t('post.report'),
              icon: <Flag {...icon} />,
              onSelect: () => ask({ kind: 'report', post, block: false }),
            },
          ]
        : []),
      ...(may.block && author
        ? [
            {
              key: 'block',
              label: t('post.block'),
              icon: <Ban {...icon} />,
              onSelect: () =>
                block.mutate(
                  { member: author.id, on: true },
                  {
                    onSuccess: () =>
                      toast({
                        title: t('post.blocked'),
                        action: {
                          label: t('undo'),
                          onClick: () => block.mutate({ member: author.id, on: false }),
                        },
                      }),
                  },
                ),
            },
          ]
        : []),
    ]
  }
}

/** The acts of staff on a thread. */
export function useThreadMenu(
  thread: ThreadRow,
  ask: (asked: Asked) => void,
  posts: readonly Post[],
): MenuItem[] {
  const { t } = useTranslation('community')
  const acts = useThreadActs(thread.id)
  return [
    thread.locked_at
      ? {
          key: 'unlock',
          label: t('acts.unlock'),
          icon: <LockOpen {...icon} />,
          onSelect: () => acts.unlock.mutate(undefined),
        }
      : {
          key: 'lock',
          label: t('acts.lock.title'),
          icon: <Lock {...icon} />,
          onSelect: () => ask({ kind: 'lock' }),
        },
    {
      key: 'pin',
      label: t(thread.pinned_at ? 'acts.unpin' : 'acts.pin'),
      icon: thread.pinned_at ? <PinOff {...icon} /> : <Pin {...icon} />,
      onSelect: () => acts.pin.mutate(!thread.pinned_at),
    },
    {
      key: 'move',
      label: t('acts.move.title'),
      icon: <FolderInput {...icon} />,
      onSelect: () => ask({ kind: 'move' }),
    },
    {
      key: 'merge',
      label: t('acts.merge.title'),
      icon: <GitMerge {...icon} />,
      onSelect: () => ask({ kind: 'merge' }),
    },
    {
      key: 'split',
      label: t('acts.split.title'),
      icon: <Scissors {...icon} />,
      onSelect: () => ask({ kind: 'split', posts }),
    },
  ]
}
