import type { Factor, User } from '@supabase/auth-js'
import { useQueryClient } from '@tanstack/react-query'
import { KeyRound, LifeBuoy, type LucideIcon, MessageSquareText, Plus, Smartphone } from 'lucide-react'
import { useState } from 'react'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { Button } from '#ui/button.tsx'
import { SettingCard, SettingRow } from '../setting-row.tsx'
import { AppDialog } from './app-dialog.tsx'
import { drawRecoveryCodes, removeFactor, USER_KEY } from './auth-calls.ts'
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx'
import { useProvedChange } from './use-proof.tsx'

const ICONS: Readonly<Record<string, LucideIcon>> = {
  totp: Smartphone,
  phone: MessageSquareText,
  webauthn: KeyRound,
  recovery_code: LifeBuoy,
}

/** The second factors, and the recovery codes. */
export function FactorsCard({ user }: { user: User }) {
  const { t } = useTranslation('account')
  const client = useQueryClient()
  const { refusal, busy, change, dialog } = useProvedChange(user, USER_KEY)
  const [adding, setAdding] = useState(false)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const factors = (user.factors ?? []).filter(({ status }) => status === 'verified')
  const recovery = factors.find(({ factor_type }) => (factor_type as string) === 'recovery_code')
  const others = factors.filter((factor) => factor !== recovery)

  const draw = () => change(async () => setCodes(await drawRecoveryCodes(recovery !== undefined)))
  const added = async () => {
    setAdding(false)
    // Without codes, losing the phone would lock the account.
    await (recovery ? client.invalidateQueries({ queryKey: USER_KEY }) : draw())
  }
  return (
    <SettingCard
      title={t('factors.title')}
      help="proteger-son-compte"
      purpose={t('factors.purpose')}
      refusal={refusal}
      action={
        <Button
          icon={<Plus size={16} strokeWidth={1.75} aria-hidden />}
          disabled={busy}
          onClick={() => void change(async () => setAdding(true))}
        >
          {t('factors.addApp')}
        </Button>
      }
    >
      {others.length === 0 ? (
        <p className="px-4 py-4 text-13 text-muted md:px-6">{t('factors.none')}</p>
      ) : null}
      {others.map((factor) => (
        <FactorRow
          key={factor.id}
          factor={factor}
          busy={busy}
          onRemove={() => void change(() => removeFactor(factor))}
        />
      ))}
      {others.length > 0 ? (
        <SettingRow
          icon={LifeBuoy}
          title={t('factors.recovery_code')}
          action={
            <Button variant="outline" disabled={busy} onClick={() => void draw()}>
              {recovery ? t('recovery.again') : t('recovery.draw')}
            </Button>
          }
        >
          {recovery ? t('recovery.there') : t('recovery.missing')}
        </SettingRow>
      ) : null}
      {adding ? (
        <AppDialog
          taken={others.map(({ friendly_name }) => friendly_name ?? '')}
          onAdded={() => void added()}
          onClose={() => {
            setAdding(false)
            void client.invalidateQueries({ queryKey: USER_KEY })
          }}
        />
      ) : null}
      {dialog}
      {codes ? <RecoveryCodesDialog codes={codes} onClose={() => setCodes(null)} /> : null}
    </SettingCard>
  )
}

function FactorRow({ factor, busy, onRemove }: { factor: Factor; busy: boolean; onRemove: () => void }) {
  const { t } = useTranslation('account')
  const format = useFormat()
  const kind = factor.factor_type as 'totp'
  const name = factor.friendly_name || t(`factors.${kind}`)
  return (
    <SettingRow
      icon={ICONS[kind] ?? KeyRound}
      title={name}
      action={
        <Button
          variant="danger"
          size="sm"
          disabled={busy}
          aria-label={t('removeNamed', { name })}
          onClick={onRemove}
        >
          {t('remove')}
        </Button>
      }
    >
      {t('factors.since', { kind: t(`factors.${kind}`), date: format.date(factor.created_at) })}
    </SettingRow>
  )
}
