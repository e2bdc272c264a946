import { Archive, CalendarClock, EllipsisVertical, History, PencilLine, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from '#lib/language/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Menu } from '#ui/overlay/menu.tsx'
import type { MenuItem } from '#ui/overlay/open-menu.tsx'
import { toast } from '#ui/overlay/toast.tsx'
import { contentRefusalOf, useArchiveContent, useWithdrawContent } from '../document/content.ts'
import { HistorySheet } from '../versions/history-sheet.tsx'
import { PublishDialog } from '../versions/publish-dialog.tsx'
import { RenameDialog } from './rename-dialog.tsx'
import { useContent } from './studio-context.tsx'

type Asked = 'publish' | 'schedule' | 'rename' | 'history' | null
type Props = {
  /** Called after the item's state or slug changed. */
  onChanged: (slug?: string) => void
  /** Publishing is then not the primary action: the panel has another while facts are due. */
  quiet?: boolean
}

/** The actions on an item: publish, schedule, versions, rename, unpublish, archive. */
export function ItemActions({ onChanged, quiet = false }: Props) {
  const { t } = useTranslation('studio')
  const { item, studio, version, mayWrite } = useContent()
  const [asked, setAsked] = useState<Asked>(null)
  const withdraw = useWithdrawContent()
  const archive = useArchiveContent()
  const close = () => setAsked(null)
  const done = (words: string) => ({
    onSuccess: () => {
      toast({ title: words })
      onChanged()
    },
    onError: (error: unknown) =>
      toast({ title: t(`refused.${contentRefusalOf(error).key}`), variant: 'destructive' as const }),
  })
  const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const
  const back =
    item.state === 'archived' ? 'unarchive' : item.state === 'scheduled' ? 'unschedule' : 'withdraw'
  const items: MenuItem[] = [
    {
      key: 'history',
      label: t('versions.title'),
      icon: <History {...icon} />,
      onSelect: () => setAsked('history'),
    },
    ...(item.state === 'archived' || !mayWrite
      ? []
      : [
          {
            key: 'schedule',
            label: t('publish.plan'),
            icon: <CalendarClock {...icon} />,
            onSelect: () => setAsked('schedule'),
          },
          ...(studio.fixedSlug && item.published_at
            ? []
            : [
                {
                  key: 'rename',
                  label: t('rename.do'),
                  icon: <PencilLine {...icon} />,
                  onSelect: () => setAsked('rename'),
                },
              ]),
        ]),
    ...(item.state === 'draft' || !mayWrite
      ? []
      : [
          {
            key: back,
            label: t(`item.${back}`),
            icon: <Undo2 {...icon} />,
            onSelect: () => withdraw.mutate(item.id, done(t(`item.${back}Done`))),
          },
        ]),
    ...(item.state === 'archived' || !mayWrite
      ? []
      : [
          'separator' as const,
          {
            key: 'archive',
            label: t('item.archive'),
            icon: <Archive {...icon} />,
            onSelect: () => archive.mutate([item.id], done(t('item.archived'))),
          },
        ]),
  ]
  return (
    <>
      <Button
        variant="outline"
        className="max-xl:hidden"
        icon={<History {...icon} />}
        onClick={() => setAsked('history')}
      >
        {t('versions.title')}
      </Button>
      <Menu
        align="end"
        label={t('item.more')}
        trigger={
          <Button
            variant="outline"
            iconOnly
            aria-label={t('item.more')}
            icon={<EllipsisVertical {...icon} />}
          />
        }
        items={items}
      />
      {item.state !== 'archived' && mayWrite && (
        <Button
          variant={quiet ? 'outline' : 'primary'}
          disabled={item.state === 'published' && item.published_version === version}
          onClick={() => setAsked('publish')}
        >
          {item.state === 'published' && item.published_version === version
            ? t('publish.isOut')
            : t('publish.title', { version })}
        </Button>
      )}
      {(asked === 'publish' || asked === 'schedule') && (
        <PublishDialog
          scheduled={asked === 'schedule'}
          onClose={close}
          onDone={() => {
            close()
            onChanged()
          }}
        />
      )}
      {asked === 'history' && <HistorySheet onClose={close} />}
      {asked === 'rename' && (
        <RenameDialog
          onClose={close}
          onDone={(slug) => {
            close()
            onChanged(slug)
          }}
        />
      )}
    </>
  )
}
