// Owns the errata of a figure: mistakes of ours that were confirmed, read by everybody.
import { queryOptions } from '@tanstack/react-query'
import { publicRows } from '#lib/data/public-rpc.ts'
import type { AskedFigure } from './figure-address.ts'

export type Erratum = { id: string; text: string; at: string; sequence: number; hash: string }

export const ERRATA = ['errata'] as const

/** The newest first. A figure is the same under all filters. */
export function errataQuery(figure: AskedFigure) {
  const { kind } = figure
  const named = 'name' in figure ? { kind, name: figure.name } : { kind, number: figure.number }
  return queryOptions({
    queryKey: [...ERRATA, named],
    queryFn: ({ signal }) =>
      publicRows<Erratum>(
        `errata?${new URLSearchParams({
          select: 'id,text,at,sequence,hash',
          figure: `cs.${JSON.stringify(named)}`,
          order: 'sequence.desc',
        })}`,
        signal,
      ),
    staleTime: 5 * 60_000,
  })
}
