import { useQuery } from '@tanstack/react-query'
import type { ContentKind } from './content-kinds.ts'
import { readContent } from './published-content.ts'

/** A published item, through the data cache; null if nothing is published under that slug. */
export const useContent = (kind: ContentKind, slug: string) =>
  useQuery({
    queryKey: ['public', 'content', kind, slug],
    queryFn: ({ signal }) => readContent(kind, slug, signal),
    staleTime: 60_000,
  })
