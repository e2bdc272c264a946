import { Link } from '#lib/browser/router-link.tsx'
import type { Meeting } from '#lib/events/meetings.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { Button, type ButtonProps } from '#ui/button.tsx'
import { useActs, useOffer } from './use-acts.tsx'

type Props = Pick<ButtonProps, 'variant' | 'size' | 'block'> & {
  meeting: Meeting
  now: number
  short?: boolean
}

/** Takes a seat or a place in the list, or leads to the plan that is needed; nothing where neither is possible. */
export function RegisterButton({ meeting, now, short = false, ...look }: Props) {
  const { t } = useTranslation('events')
  const offer = useOffer()(meeting, now)
  const { busy, register } = useActs(meeting)
  if (offer === 'none') return null
  if (offer === 'premium')
    return (
      <Button asChild {...look} variant="secondary">
        <Link to="/abonnements">{t('register.offer')}</Link>
      </Button>
    )
  const words = {
    register: ['register.do', 'register.short'],
    wait: ['register.wait', 'register.waitShort'],
  } as const
  return (
    <Button {...look} busy={busy} disabled={busy} onClick={register}>
      {t(words[offer][short ? 1 : 0])}
    </Button>
  )
}
