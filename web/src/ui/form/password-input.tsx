import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from '#lib/language/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Input, type InputProps } from './input.tsx'

/** A password that can be shown while it is typed. */
export function PasswordInput(props: Omit<InputProps, 'type' | 'trailing'>) {
  const { t } = useTranslation('ui')
  const [shown, setShown] = useState(false)
  const Icon = shown ? EyeOff : Eye
  return (
    <Input
      {...props}
      type={shown ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      trailing={
        <Button
          variant="ghost"
          iconOnly
          aria-label={shown ? t('password.hide') : t('password.show')}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
          icon={<Icon size={16} strokeWidth={1.75} aria-hidden />}
        />
      }
    />
  )
}
