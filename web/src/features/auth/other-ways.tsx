import { Building2, Fingerprint, Mail } from 'lucide-react'
import type { ReactNode } from 'react'
import { type AuthSettings, providersOf } from '#lib/auth-settings.ts'
import { useTranslation } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { signInWithPasskey, signInWithProvider } from './auth-calls.ts'

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const

type Props = {
  settings: AuthSettings | null
  /** Where a provider comes back to. */
  path: string
  busy: boolean
  onMailLink: () => void
  onCompany: () => void
  /** Runs a way in, and says what was refused. */
  onTry: (way: () => Promise<void>) => void
}

/** Every way in beside the password, and none that is not configured. They stand below the form, which does not move when they come. */
export function OtherWays({ settings, path, busy, onMailLink, onCompany, onTry }: Props) {
  const { t } = useTranslation('auth')
  const way = (key: string, label: string, onClick: () => void, picture?: ReactNode) => (
    <Button
      key={key}
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
  return (
    <>
      <div className="flex items-center gap-3 text-13 text-muted">
        <span className="h-px flex-1 bg-line" aria-hidden />
        {t('ways.or')}
        <span className="h-px flex-1 bg-line" aria-hidden />
      </div>
      <div className="grid gap-2">
        {way('mail', t('ways.mail'), onMailLink, <Mail {...icon} />)}
        {settings?.passkeys_enabled && 'PublicKeyCredential' in globalThis
          ? way('passkey', t('ways.passkey'), () => onTry(signInWithPasskey), <Fingerprint {...icon} />)
          : null}
        {providersOf(settings).map(({ id, name }) =>
          way(id, t('ways.provider', { name }), () => onTry(() => signInWithProvider(id, path))),
        )}
        {settings?.saml_enabled
          ? way('company', t('ways.company'), onCompany, <Building2 {...icon} />)
          : null}
      </div>
    </>
  )
}
