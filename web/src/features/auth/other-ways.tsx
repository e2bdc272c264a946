import { Building2, Fingerprint, Mail } from 'lucide-react'
import { type ReactNode, useSyncExternalStore } from 'react'
import { useTranslation } from '#lib/language/i18n.ts'
import { type AuthSettings, providersOf } from '#lib/session/auth-settings.ts'
import { knowsPasskeys } from '#lib/session/passkey-support.ts'
import { Button } from '#ui/button.tsx'
import { signInWithPasskey, signInWithProvider } from './auth-calls.ts'

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const

type WayProps = {
  busy: boolean
  /** Runs a sign-in method and reports its refusal. */
  onTry: (way: () => Promise<void>) => void
  settings: AuthSettings | null
}

const never = () => () => {}

/**
 * The method that needs no typing, above the form. It is rendered before the settings are known: most sites have it, and the
 * form must not move when they arrive.
 */
export function PasskeyWay({ settings, busy, onTry }: WayProps) {
  const { t } = useTranslation('auth')
  const known = useSyncExternalStore(never, knowsPasskeys, () => true)
  if (!known || settings?.passkeys_enabled === false) return null
  return (
    <>
      <Way
        label={t('ways.passkey')}
        picture={<Fingerprint {...icon} />}
        busy={busy}
        onClick={() => onTry(signInWithPasskey)}
      />
      <div className="flex items-center gap-3 text-13 text-muted">
        <span className="h-px flex-1 bg-line" aria-hidden />
        {t('ways.or')}
        <span className="h-px flex-1 bg-line" aria-hidden />
      </div>
    </>
  )
}

type Props = WayProps & {
  /** Where a provider returns to. */
  path: string
  onMailLink: () => void
  onCompany: () => void
}

/** All other configured methods. They are below the form, which therefore does not move when they appear. */
export function OtherWays({ settings, path, busy, onMailLink, onCompany, onTry }: Props) {
  const { t } = useTranslation('auth')
  return (
    <div className="grid gap-2">
      <Way label={t('ways.mail')} picture={<Mail {...icon} />} busy={busy} onClick={onMailLink} />
      {providersOf(settings).map(({ id, name }) => (
        <Way
          key={id}
          label={t('ways.provider', { name })}
          busy={busy}
          onClick={() => onTry(() => signInWithProvider(id, path))}
        />
      ))}
      {settings?.saml_enabled ? (
        <Way label={t('ways.company')} picture={<Building2 {...icon} />} busy={busy} onClick={onCompany} />
      ) : null}
    </div>
  )
}

type ButtonProps = { label: string; picture?: ReactNode; busy: boolean; onClick: () => void }

const Way = ({ label, picture, busy, onClick }: ButtonProps) => (
  <Button
    variant="outline"
    size="lg"
    block
    className="text-14!"
    icon={picture}
    disabled={busy}
    onClick={onClick}
  >
    {label}
  </Button>
)
