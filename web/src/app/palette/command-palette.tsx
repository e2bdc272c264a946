import { Command } from 'cmdk'
import { Search } from 'lucide-react'
import { Dialog } from 'radix-ui'
import { useState } from 'react'
import { useTranslation } from '#lib/language/i18n.ts'
import { FIELD, ICON, INPUT, PANEL, SCRIM } from './palette-look.ts'
import { PaletteGroup, PaletteItem } from './palette-row.tsx'
import { usePaletteRows } from './use-palette-rows.ts'

type Props = {
  open: boolean
  onOpenChange: (open: boolean) => void
  typed: string
  onType: (text: string) => void
}

/** Opens any screen or act by what people call it, any result of the database search, and the settings available everywhere. */
export default function CommandPalette({ open, onOpenChange, typed, onType }: Props) {
  const { t } = useTranslation('shell')
  const [chosen, setChosen] = useState('')
  // What the database finds comes later, above or below: until somebody moves, the first row is the one that Enter opens.
  const [moved, setMoved] = useState(false)
  const type = (text: string) => {
    onType(text)
    setMoved(false)
  }
  const show = (next: boolean) => {
    if (!next) setMoved(false)
    onOpenChange(next)
  }
  const groups = usePaletteRows(typed, (then) => () => {
    show(false)
    then()
  })
  return (
    <Dialog.Root open={open} onOpenChange={show}>
      <Dialog.Portal>
        <Dialog.Overlay className={SCRIM} />
        <Dialog.Content aria-describedby={undefined} className={PANEL}>
          <Dialog.Title className="sr-only">{t('search.title')}</Dialog.Title>
          <Command
            loop
            label={t('search.title')}
            shouldFilter={false}
            value={moved ? chosen : (groups[0]?.rows[0]?.key ?? '')}
            onValueChange={setChosen}
            onKeyDown={({ key }) => {
              if (/^(Arrow|Home|End)/.test(key)) setMoved(true)
            }}
          >
            <div className={FIELD}>
              <Search {...ICON} />
              {/* It takes the focus as it is drawn, not a moment later: the field that waited for it has just gone. */}
              <Command.Input
                autoFocus
                value={typed}
                onValueChange={type}
                placeholder={t('search.placeholder')}
                className={INPUT}
              />
            </div>
            <Command.List
              aria-label={t('search.title')}
              onPointerMove={() => setMoved(true)}
              className="max-h-[min(60dvh,440px)] scroll-py-2 overflow-y-auto p-2"
            >
              <Command.Empty className="px-3 py-8 text-center text-muted">{t('search.empty')}</Command.Empty>
              {groups.map((group) => (
                <PaletteGroup key={group.rows[0]?.key} title={group.title}>
                  {group.rows.map((row) => (
                    <PaletteItem key={row.key} row={row} />
                  ))}
                </PaletteGroup>
              ))}
            </Command.List>
          </Command>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
