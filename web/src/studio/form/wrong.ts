import { get, useFormState } from 'react-hook-form'
import { useTranslation } from '#lib/language/i18n.ts'

const KNOWN = {
  too_small: 'missing',
  invalid_type: 'missing',
  invalid_value: 'missing',
  custom: 'incomplete',
  too_big: 'long',
  invalid_format: 'format',
  invalid_union: 'format',
} as const

/** What is wrong at a place once somebody has written there, in words. */
export function useWrong(path: string): string | null {
  const { t } = useTranslation('studio')
  const { errors } = useFormState({ name: path })
  const error = get(errors, path) as { type?: string } & Record<string, { type?: string }> | undefined
  if (!error) return null
  const type = typeof error.type === 'string' ? error.type : Object.values(error).find((part) => part?.type)?.type
  if (!type) return null
  return t(`wrong.${KNOWN[type as keyof typeof KNOWN] ?? 'format'}`)
}
