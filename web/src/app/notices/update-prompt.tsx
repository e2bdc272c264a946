import { useEffect, useState } from 'react'
import { useTranslation } from '#lib/language/i18n.ts'
import { Button } from '#ui/button.tsx'
import { FloatingNote } from './floating-note.tsx'
import { install, update, useUpdateWaiting } from './installation.ts'
import { isSomethingTyped } from './typed-text.ts'

/** Announces a new version. It is never installed without the member's consent, and warns first if a form is half filled in. */
export default function UpdatePrompt() {
  const { t } = useTranslation('shell')
  const waiting = useUpdateWaiting()
  const [later, setLater] = useState(false)
  const [warned, setWarned] = useState(false)
  // Browsers with the service worker learn of new versions on every page.
  useEffect(install, [])
  if (!waiting || later) return null
  const take = () => (warned || !isSomethingTyped() ? update() : setWarned(true))
  return (
    <FloatingNote
      title={t(warned ? 'update.typed' : 'update.title')}
      text={t(warned ? 'update.typedText' : 'update.text')}
    >
      <Button variant="ghost" onClick={() => setLater(true)}>
        {t(warned ? 'update.keepTyping' : 'update.later')}
      </Button>
      <Button variant="inverse" onClick={take}>
        {t(warned ? 'update.anyway' : 'update.now')}
      </Button>
    </FloatingNote>
  )
}
