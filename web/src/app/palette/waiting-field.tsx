import { Search } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { useTranslation } from '#lib/language/i18n.ts'
import { useCut } from '#lib/live/connection.ts'
import { Spinner } from '#ui/spinner.tsx'
import { FIELD, ICON, INPUT, PANEL, SCRIM } from './palette-look.ts'

type Props = { typed: string; onType: (text: string) => void; onClose: () => void }

/** The palette's field while its code is fetched: what is typed is the palette's already, and no shortcut of the page hears it. */
export function WaitingField({ typed, onType, onClose }: Props) {
  const { t } = useTranslation('shell')
  const cut = useCut()
  const [before] = useState(() => document.activeElement)
  const close = () => {
    if (before instanceof HTMLElement) before.focus({ preventScroll: true })
    onClose()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    event.stopPropagation()
    // There is nothing else to go to.
    if (event.key === 'Tab') event.preventDefault()
    if (event.key === 'Escape') close()
  }
  return (
    <>
      <div className={SCRIM} aria-hidden onPointerDown={close} />
      <div role="dialog" aria-modal aria-label={t('search.title')} className={PANEL}>
        <div className={FIELD}>
          <Search {...ICON} />
          <input
            // biome-ignore lint/a11y/noAutofocus: it is opened to be typed into
            autoFocus
            type="text"
            aria-label={t('search.title')}
            autoComplete="off"
            autoCorrect="off"
            spellCheck={false}
            value={typed}
            placeholder={t('search.placeholder')}
            onChange={({ target }) => onType(target.value)}
            onKeyDown={onKeyDown}
            className={INPUT}
          />
        </div>
        <p role="status" className="flex animate-late items-center gap-3 p-4 text-13 text-pretty text-muted">
          <Spinner />
          {t(cut ? 'search.cut' : 'search.waiting')}
        </p>
      </div>
    </>
  )
}
