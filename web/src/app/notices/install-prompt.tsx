import { useEffect, useSyncExternalStore } from 'react'
import { useTranslation } from '#lib/language/i18n.ts'
import { brand } from '#lib/site/brand.ts'
import { Button } from '#ui/button.tsx'
import { FloatingNote } from './floating-note.tsx'
import { askInstall, closeInstall, noteOffered, useInstallOffer } from './install-offer.ts'
import { useUpdateWaiting } from './installation.ts'

/** Offers to install the application; never over a dialog or beside the notice of a new version. */
export default function InstallPrompt() {
  const { t } = useTranslation('shell')
  const { way, open } = useInstallOffer()
  const covered = useSyncExternalStore(watchDialogs, isDialogOpen)
  const updating = useUpdateWaiting()
  const shown = open && way !== null && !covered && !updating
  useEffect(() => {
    if (shown) noteOffered()
  }, [shown])
  if (!shown) return null
  return (
    <FloatingNote
      title={t('install.title', { name: brand.name })}
      text={t(way === 'browser' ? 'install.text' : 'install.byHand')}
    >
      {way === 'browser' ? (
        <>
          <Button variant="ghost" onClick={closeInstall}>
            {t('install.later')}
          </Button>
          <Button variant="inverse" onClick={() => void askInstall()}>
            {t('install.now')}
          </Button>
        </>
      ) : (
        <Button variant="inverse" onClick={closeInstall}>
          {t('install.understood')}
        </Button>
      )}
    </FloatingNote>
  )
}

const isDialogOpen = () => document.querySelector('[role=dialog], [role=alertdialog], [role=menu]') !== null

/** Dialogs are rendered at the end of the body. */
function watchDialogs(listener: () => void): () => void {
  const observer = new MutationObserver(listener)
  observer.observe(document.body, { childList: true })
  return () => observer.disconnect()
}
