import { useQuery } from '@tanstack/react-query'
import { textsIn } from '#lib/content/published-content.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { coursesQuery } from './queries.ts'

export const useCourses = () => useQuery({ ...coursesQuery, select: ({ courses }) => courses })

/** Texts of a course or a lesson in the reader's language. */
export function useTexts(): (of: {
  texts: Parameters<typeof textsIn>[0]
}) => Readonly<Record<string, string>> {
  const { i18n } = useTranslation('courses')
  return ({ texts }) => textsIn(texts, i18n.language).texts
}
