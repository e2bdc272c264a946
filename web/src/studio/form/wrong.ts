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

/** The error message of a path, once it has been edited. */
export function useWrong(path: string): string | null {
  const { t } = useTranslation('studio')
  const { errors } = useFormState({ name: path })
  const error: Partial<Record<string, unknown>> | undefined = get(errors, path)
  if (!error) return null
  const parts = [error, ...(Object.values(error) as ({ type?: unknown } | undefined)[])]
  const type = parts.map((part) => part?.type).find((one) => typeof one === 'string')
  if (!type) return null
  return t(`wrong.${KNOWN[type as keyof typeof KNOWN] ?? 'format'}`)
}
