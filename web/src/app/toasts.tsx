import { useTheme } from '#lib/theme.ts'
import { Toaster } from '#ui/toast.tsx'

/** The one toast area of the application (S-01). */
export default function Toasts() {
  return <Toaster theme={useTheme()} />
}
