import { hasBegun, isFull, type Meeting } from '#lib/events/meetings.ts'
import { rankIn } from '#lib/events/rank.ts'
import { refusalOf, useLeave, useRegister } from '#lib/events/registration.ts'
import { useLanguage, useTranslation } from '#lib/language/i18n.ts'
import { useSession } from '#lib/session/session.tsx'
import { toast } from '#ui/overlay/toast.tsx'

/** What a reader may do about a meeting now. */
export type Offer = 'register' | 'wait' | 'premium' | 'none'

export function useOffer(): (meeting: Meeting, now: number) => Offer {
  const { tier, staffRole } = useSession()
  return (meeting, now) => {
    if (meeting.cancelled || hasBegun(meeting, now) || meeting.own !== null) return 'none'
    if (meeting.event.tier === 'premium' && tier !== 'premium' && staffRole === null) return 'premium'
    return isFull(meeting) ? 'wait' : 'register'
  }
}

/** Registering and giving back, with what came of it in words. */
export function useActs(meeting: Meeting) {
  const { t } = useTranslation('events')
  const language = useLanguage()
  const registering = useRegister()
  const leaving = useLeave()
  const refused = (error: unknown) =>
    toast({ title: t(`refused.${refusalOf(error)}`), variant: 'destructive' })
  return {
    busy: registering.isPending || leaving.isPending,
    register: () =>
      registering.mutate(meeting.id, {
        onSuccess: ({ state, rank }) =>
          toast({
            title:
              state === 'seated'
                ? t('register.done')
                : t('register.listed', { rank: rankIn(language, rank) }),
          }),
        onError: refused,
      }),
    leave: (done?: () => void) =>
      leaving.mutate(meeting.id, {
        onSuccess: () => {
          toast({ title: t('register.left') })
          done?.()
        },
        onError: refused,
      }),
  }
}
