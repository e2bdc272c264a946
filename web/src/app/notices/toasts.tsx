import { Suspense, useSyncExternalStore } from 'react'
import { lazyFramePart } from '#lib/browser/lazy-part.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { storedToasts, subscribeToToasts } from '#ui/overlay/toast.tsx'

const Toaster = lazyFramePart(() =>
  import('#ui/overlay/toaster.tsx').then(({ Toaster }) => ({ default: Toaster })),
)

let needed = false
const isNeeded = () => {
  needed ||= storedToasts().length > 0
  return needed
}

/**
 * The toast region (S-01). Assistive technology finds it from the start; the code that draws toasts is fetched with the first
 * one.
 */
export function Toasts() {
  const { t } = useTranslation('app')
  const wanted = useSyncExternalStore(subscribeToToasts, isNeeded, () => false)
  return (
    <Suspense fallback={null}>
      {wanted ? (
        <Suspense fallback={<EmptyArea label={t('toasts')} />}>
          <Toaster label={t('toasts')} />
        </Suspense>
      ) : (
        <EmptyArea label={t('toasts')} />
      )}
    </Suspense>
  )
}

function EmptyArea({ label }: { label: string }) {
  return <section aria-label={label} aria-live="polite" aria-relevant="additions text" />
}
