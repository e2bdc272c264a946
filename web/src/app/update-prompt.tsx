import { useState } from 'react'
import { useTranslation } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { update, useUpdateWaiting } from './installation.ts'

/** Says that a newer version is there. It is never taken by itself: something may be half written. */
export function UpdatePrompt() {
  const { t } = useTranslation('app')
  const waiting = useUpdateWaiting()
  const [later, setLater] = useState(false)
  if (!waiting || later) return null
  return (
    <section
      role="status"
      className="fixed inset-x-4 bottom-[calc(var(--spacing-tabs)+16px)] z-30 mx-auto grid max-w-100 animate-appear gap-3 rounded-card border border-line-strong bg-overlay p-4 shadow-float lg:right-6 lg:bottom-6 lg:left-auto lg:mx-0"
    >
      <div>
        <p className="font-semibold">{t('update.title')}</p>
        <p className="mt-0.5 text-13 text-muted">{t('update.text')}</p>
      </div>
      <div className="flex justify-end gap-2">
        <Button variant="ghost" onClick={() => setLater(true)}>
          {t('update.later')}
        </Button>
        <Button variant="inverse" onClick={update}>
          {t('update.now')}
        </Button>
      </div>
    </section>
  )
}
