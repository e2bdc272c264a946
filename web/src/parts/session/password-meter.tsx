import { useEffect, useState } from 'react'
import { useTranslation } from '#lib/language/i18n.ts'
import { passwordStrength, type Strength } from '#lib/session/password-strength.ts'
import { classNames } from '#ui/class-names.ts'

const STEPS = [1, 2, 3, 4] as const

/** The strength of the typed password; null while it is empty or cannot be rated. */
export function useStrength(password: string, known: readonly string[]): Strength | null {
  const [judged, setJudged] = useState<Strength | null>(null)
  const words = known.join(' ')
  useEffect(() => {
    if (password === '') return setJudged(null)
    let ended = false
    passwordStrength(password, words.split(' ')).then(
      (strength) => ended || setJudged(strength),
      // Without the dictionaries there is no meter; the length is still checked.
      () => ended || setJudged(null),
    )
    return () => {
      ended = true
    }
  }, [password, words])
  return judged
}

/** Four segments, a word and advice. Red only after a refusal. */
export function PasswordMeter({ strength, refused }: { strength: Strength | null; refused: boolean }) {
  const { t } = useTranslation('auth')
  return (
    <>
      <div
        role="img"
        aria-label={strength ? t('strength.label', { strength }) : t('signup.passwordRule')}
        className="grid grid-cols-4 gap-1"
      >
        {STEPS.map((step) => (
          <i
            key={step}
            className={classNames(
              'h-1 rounded-pill transition-colors',
              strength && step <= strength ? (refused ? 'bg-loss-mark' : 'bg-curve') : 'bg-raised',
            )}
          />
        ))}
      </div>
      {refused ? null : (
        <p className="flex min-h-4 justify-between gap-3 text-12 text-muted" aria-live="polite">
          {strength ? (
            <>
              <span>
                <b className="text-text">{t(`strength.${strength}`)}</b>, {t(`strength.advice${strength}`)}
              </span>
              <span className="whitespace-nowrap">{t('strength.score', { strength })}</span>
            </>
          ) : null}
        </p>
      )}
    </>
  )
}
