import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { brokersQuery, type QueuedRequest } from '../queries.ts'
import { FACTS, type Fact } from './marks.ts'
import { findWords, type Line } from './page-text.ts'
import type { PdfFile } from './pdf-file.ts'
import type { Place } from './place.ts'
import { wantedWords } from './wanted-words.ts'

export type Suggestion = { place: Place; words: string }

/** Where the text layer of a PDF has what its request says. */
export function useSuggestions(
  row: QueuedRequest,
  pdf: PdfFile | undefined,
): Readonly<Partial<Record<Fact, Suggestion>>> {
  const { data: brokers } = useQuery(brokersQuery)
  const [read, setRead] = useState<{ pdf: PdfFile; pages: readonly (readonly Line[])[] } | null>(null)
  useEffect(() => {
    if (!pdf) return
    let ended = false
    const readAll = async () => {
      const pages: (readonly Line[])[] = []
      for (let page = 1; page <= pdf.pages && !ended; page++) pages.push(await pdf.lines(page))
      if (!ended) setRead({ pdf, pages })
    }
    // A page whose text cannot be read suggests nothing; it may be drawn all the same.
    readAll().catch((error: unknown) => ended || console.warn('the text of a proof could not be read', error))
    return () => {
      ended = true
    }
  }, [pdf])
  return useMemo(() => {
    const pages = read?.pdf === pdf ? (read?.pages ?? []) : []
    const wanted = wantedWords(row, brokers?.find(({ slug }) => slug === row.broker)?.name)
    return Object.fromEntries(
      FACTS.flatMap((fact) => {
        const found = suggested(pages, wanted[fact] ?? [])
        return found ? [[fact, found]] : []
      }),
    )
  }, [read, pdf, row, brokers])
}

/** The first page that has the first of these words. */
function suggested(pages: readonly (readonly Line[])[], wanted: readonly string[]): Suggestion | null {
  for (const words of wanted)
    for (const [index, lines] of pages.entries()) {
      const found = findWords(lines, words)
      if (found) return { words: found.words, place: { page: index + 1, ...found.area } }
    }
  return null
}
