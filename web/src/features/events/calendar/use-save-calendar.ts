import { useMutation } from '@tanstack/react-query'
import { saveAs } from '#lib/browser/save-as.ts'
import { authorizedFetch } from '#lib/data/authorized-fetch.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { toast } from '#ui/overlay/toast.tsx'

/** Downloads one occurrence for a calendar program. */
export function useSaveCalendar() {
  const { t } = useTranslation('events')
  return useMutation({
    mutationFn: async (occurrence: string) => {
      const answer = await authorizedFetch(`/functions/v1/calendar?seance=${occurrence}`)
      if (!answer.ok) throw new Error(`the calendar was answered ${answer.status}`)
      saveAs(await answer.blob(), 'vigie.ics')
    },
    onError: () => toast({ title: t('calendar.failed'), variant: 'destructive' }),
  })
}
