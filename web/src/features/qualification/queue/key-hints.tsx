import { useState } from 'react'
import { useKeys } from '#lib/browser/single-keys.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { Kbd } from '#ui/kbd.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'

const KEYS = [
  ['move', ['J', 'K']],
  ['select', ['X']],
  ['approved', ['A']],
  ['needs_information', ['I']],
  ['rejected', ['R']],
  ['take', ['C']],
  ['undo', ['Z']],
  ['facts', ['1', '6']],
  ['confirm', ['V']],
  ['pages', ['←', '→']],
  ['mask', ['M']],
  ['zoom', ['+', '−', '0']],
  ['search', ['/']],
] as const

/** The keys that one learns first; `?` lists all, which work from anywhere on the screen but a text field. */
export function KeyHints() {
  const { t } = useTranslation('qualification')
  const [open, setOpen] = useState(false)
  useKeys({ '?': () => setOpen(true) })
  return (
    <div className="ml-auto flex items-center gap-4 text-13 whitespace-nowrap text-muted max-lg:hidden pointer-coarse:hidden">
      {KEYS.slice(0, 2).map(([name, keys]) => (
        <span key={name} className="flex items-center gap-1.5 @max-[1080px]:hidden">
          {keys.map((key) => (
            <Kbd key={key}>{key}</Kbd>
          ))}
          {t(`keys.${name}`)}
        </span>
      ))}
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        className="flex min-h-6 items-center gap-1.5 rounded-inner transition-colors hover:text-text"
      >
        <Kbd>?</Kbd>
        {t('keys.all')}
      </button>
      <Dialog open={open} onOpenChange={setOpen} title={t('keys.title')}>
        <dl className="divide-y divide-line">
          {KEYS.map(([name, keys]) => (
            <div key={name} className="flex min-h-10 items-center justify-between gap-4 py-1.5">
              <dt className="text-pretty first-letter:uppercase">{t(`keys.${name}`)}</dt>
              <dd className="flex shrink-0 items-center gap-1.5 text-muted">
                <Kbd>{keys[0]}</Kbd>
                {name === 'facts' && '–'}
                {keys.slice(1).map((key) => (
                  <Kbd key={key}>{key}</Kbd>
                ))}
              </dd>
            </div>
          ))}
        </dl>
      </Dialog>
    </div>
  )
}
