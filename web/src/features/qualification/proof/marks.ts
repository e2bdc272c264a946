// Owns the marks on proofs: what reviewers masked, and which facts they found where.
import { queryOptions } from '@tanstack/react-query'
import { supabase } from '#lib/data/client.ts'
import { unwrap, useWrite } from '#lib/data/query.ts'
import { useLiveList } from '#lib/live/use-live-list.ts'
import type { Area, Place } from './place.ts'

/** In the order of their numbers. */
export const FACTS = ['name', 'account', 'broker', 'statement', 'opening', 'deposit'] as const
export type Fact = (typeof FACTS)[number]
/** What the next rectangle will be; null: none is drawn. */
export type Tool = Fact | 'mask' | null

export type Mask = { id: number; place: Place }
export type Finding = { agrees: boolean; words: string | null; place: Place | null }
export type Marks = { masks: readonly Mask[]; findings: Readonly<Partial<Record<Fact, Finding>>> }

type Row = {
  id: number
  page: number
  what: Fact | 'mask'
  agrees: boolean | null
  words: string | null
} & Record<keyof Area, number | null>

const MARKS = ['qualification', 'marks'] as const

const marksQuery = (requestId: string) =>
  queryOptions({
    queryKey: [...MARKS, requestId],
    queryFn: async (): Promise<Marks> => {
      const rows = unwrap(
        await supabase
          .from('proof_marks')
          .select('id,what,agrees,words,page,x,y,width,height')
          .eq('request_id', requestId)
          .order('id'),
      ) as readonly Row[]
      const findings: Partial<Record<Fact, Finding>> = {}
      for (const row of rows)
        if (row.what !== 'mask')
          findings[row.what] = { agrees: row.agrees === true, words: row.words, place: placeOf(row) }
      const masks = rows.flatMap((row) => {
        const place = placeOf(row)
        return row.what === 'mask' && place ? [{ id: row.id, place }] : []
      })
      return { masks, findings }
    },
  })

function placeOf({ page, x, y, width, height }: Row): Place | null {
  return x === null || y === null || width === null || height === null ? null : { page, x, y, width, height }
}

/** The marks of a request, read again when a colleague places one. */
export const useMarks = (requestId: string) =>
  useLiveList(
    'staff:qualification',
    marksQuery(requestId),
    (marks, _event, { request }: { request: { id: string } }) =>
      request.id === requestId ? undefined : marks,
  )

type Found = { fact: Fact; agrees: boolean | null; words: string | null; place: Place | null }
export const useCheckFact = (requestId: string) =>
  useWrite(
    async ({ fact, agrees, words, place }: Found) =>
      unwrap(
        await supabase.rpc('check_proof_fact', {
          request_id: requestId,
          fact,
          // Null takes the finding back, which the generated argument type does not allow.
          agrees: agrees as boolean,
          ...(words ? { words } : {}),
          ...(place ? { place } : {}),
        }),
      ),
    [[...MARKS, requestId]],
  )

export const useMask = (requestId: string) =>
  useWrite(
    async (place: Place) => unwrap(await supabase.rpc('mask_proof', { request_id: requestId, place })),
    [[...MARKS, requestId]],
  )

export const useRemoveMask = (requestId: string) =>
  useWrite(
    async (id: number) => unwrap(await supabase.rpc('remove_mask', { mask_id: id })),
    [[...MARKS, requestId]],
  )

export const useLiftMasks = (requestId: string) =>
  useWrite(
    async (reason: string) => unwrap(await supabase.rpc('lift_masks', { request_id: requestId, reason })),
    [['qualification', 'events', requestId]],
  )
