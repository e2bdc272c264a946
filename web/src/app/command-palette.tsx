import { Command } from 'cmdk'
import { Dialog } from 'radix-ui'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { useTranslation } from '#lib/i18n.ts'
import { GROUPS, SUPPORT } from './navigation.ts'

type Props = { open: boolean; onOpenChange: (open: boolean) => void }

/** Ctrl-K: to any screen by its name. */
export function CommandPalette({ open, onOpenChange }: Props) {
  const { t } = useTranslation('app')
  const navigate = useNavigate()
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      onOpenChange(!open)
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [open, onOpenChange])
  const go = (to: string) => {
    onOpenChange(false)
    void navigate(to)
  }
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 bg-bg/70" />
        <Dialog.Content
          aria-describedby={undefined}
          className="fixed top-[15dvh] left-1/2 z-50 w-[calc(100vw-32px)] max-w-xl -translate-x-1/2 overflow-hidden rounded-card border border-line bg-overlay shadow-float"
        >
          <Dialog.Title className="sr-only">{t('search.title')}</Dialog.Title>
          <Command loop label={t('search.title')}>
            <Command.Input
              placeholder={t('search.placeholder')}
              className="h-12 w-full border-b border-line bg-transparent px-4 text-16 outline-none"
            />
            <Command.List className="max-h-[50dvh] overflow-y-auto p-2">
              <Command.Empty className="px-3 py-6 text-center text-muted">{t('search.empty')}</Command.Empty>
              {[
                ...GROUPS.map(({ key, places }) => ({ key, title: t(`groups.${key}`), places })),
                { key: 'support', title: t('places.support'), places: [SUPPORT] },
              ].map((group) => (
                <Command.Group
                  key={group.key}
                  heading={group.title}
                  className="**:[[cmdk-group-heading]]:px-3 **:[[cmdk-group-heading]]:py-2 **:[[cmdk-group-heading]]:text-12 **:[[cmdk-group-heading]]:text-faint"
                >
                  {group.places.map((place) => (
                    <Command.Item
                      key={place.key}
                      value={t(`places.${place.key}`)}
                      onSelect={() => go(place.to)}
                      className="flex h-10 cursor-pointer items-center gap-3 rounded-inner px-3 data-[selected=true]:bg-raised"
                    >
                      <place.icon size={16} strokeWidth={1.75} className="text-muted" aria-hidden />
                      {t(`places.${place.key}`)}
                    </Command.Item>
                  ))}
                </Command.Group>
              ))}
            </Command.List>
          </Command>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
