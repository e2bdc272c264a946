import { useEffect, useState } from 'react'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'

const LENGTH = 10_000

/** How long ago the text was pasted, against the ten seconds that publication should take. */
export function TenSeconds({ since }: { since: number | null }) {
  const { t } = useTranslation('signals')
  const format = useFormat()
  const [now, setNow] = useState(0)
  useEffect(() => {
    if (since === null) return
    const timer = setInterval(() => {
      setNow(Date.now())
      if (Date.now() - since > LENGTH) clearInterval(timer)
    }, 200)
    return () => clearInterval(timer)
  }, [since])
  if (since === null) return null
  const passed = Math.min(LENGTH, Math.max(0, now - since))
  return (
    <span className="flex items-center gap-2 text-12 text-muted">
      <span className="tabular">
        {passed >= LENGTH
          ? t('compose.overTen')
          : t('compose.sincePaste', { seconds: format.number(passed / 1000, 1) })}
      </span>
      <span aria-hidden className="relative h-1 w-30 rounded-pill bg-raised max-sm:hidden">
        <span
          className="absolute inset-y-0 left-0 rounded-pill bg-control"
          style={{ width: `${passed / 100}%` }}
        />
        <span
          className="absolute -top-1 -ml-0.5 h-3 w-1 rounded-pill bg-lamp-edge"
          style={{ left: `${passed / 100}%` }}
        />
      </span>
    </span>
  )
}
