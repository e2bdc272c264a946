import { useTranslation } from '#lib/language/i18n.ts'
import { Dialog } from '#ui/overlay/dialog.tsx'

type Props = { open: boolean; onOpenChange: (open: boolean) => void }

const SHORTCUTS = [
  { key: 'search', keys: ['Ctrl K', '⌘ K', '/'] },
  { key: 'help', keys: ['?'] },
  { key: 'close', keys: ['Esc'] },
] as const

/** The keyboard shortcuts that work on every screen. */
export default function ShortcutsDialog({ open, onOpenChange }: Props) {
  const { t } = useTranslation('shell')
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={t('shortcuts.title')}>
      <dl>
        {SHORTCUTS.map(({ key, keys }) => (
          <div
            key={key}
            className="flex h-10 items-center justify-between border-t border-line first:border-t-0"
          >
            <dt>{t(`shortcuts.${key}`)}</dt>
            <dd className="flex gap-1.5">
              {keys.map((name) => (
                <kbd
                  key={name}
                  className="flex h-6 min-w-6 items-center justify-center rounded-key px-1.5 font-sans text-12 font-medium text-muted ring-1 ring-line-strong ring-inset"
                >
                  {name}
                </kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
