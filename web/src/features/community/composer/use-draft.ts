import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { forgetSetting, readSetting, storeSetting } from '#lib/browser/setting.ts'
import { UNREAD } from '#lib/community/unread.ts'
import { supabase } from '#lib/data/client.ts'
import { unwrap } from '#lib/data/query.ts'
import type { DraftState } from '#parts/conversation/draft-line.tsx'
import { DRAFTS, draftsQuery } from '../list/threads-query.ts'

export type DraftText = {
  body: string
  title: string
  category: string | null
  symbol: string | null
  anonymous: boolean
  replyTo: string | null
}
export const NO_DRAFT: DraftText = {
  body: '',
  title: '',
  category: null,
  symbol: null,
  anonymous: false,
  replyTo: null,
}

const SAVE_AFTER_MS = 800
type Kept = { text: DraftText; at: number }
const key = (thread: string | null) => `vigie-draft:${thread ?? 'new'}`

function keptHere(thread: string | null): Kept | null {
  try {
    const kept = JSON.parse(readSetting(key(thread)) ?? 'null') as Kept | null
    return kept && typeof kept.text?.body === 'string' ? kept : null
  } catch {
    return null
  }
}

/**
 * What is being written, in a thread or as a new one (null): kept on this device with each letter, and on the server 800 ms after the
 * last, so that it goes on elsewhere. The newer of both is taken up.
 */
export function useDraft(thread: string | null) {
  const cache = useQueryClient()
  const [text, setText] = useState<DraftText>(() => keptHere(thread)?.text ?? NO_DRAFT)
  const [state, setState] = useState<DraftState>({ kind: 'none' })
  const touched = useRef(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const latest = useRef(text)
  const { data: drafts } = useQuery(draftsQuery)
  useEffect(() => {
    const known = drafts?.find((draft) => draft.thread === thread)
    if (!known || touched.current) return
    const here = keptHere(thread)
    if (here && here.at >= Date.parse(known.saved_at)) return
    const { body, title, category, symbol, anonymous, reply_to } = known
    latest.current = { body, title, category, symbol, anonymous, replyTo: reply_to }
    setText(latest.current)
    setState({ kind: 'saved', at: known.saved_at })
  }, [drafts, thread])

  const save = async () => {
    timer.current = undefined
    const { body, title, category, symbol, anonymous, replyTo } = latest.current
    try {
      const at = unwrap(
        await supabase.rpc('save_draft', {
          body,
          title,
          anonymous,
          ...(thread ? { thread } : {}),
          ...(category ? { category } : {}),
          ...(symbol ? { symbol } : {}),
          ...(replyTo ? { reply_to: replyTo } : {}),
        }),
      ) as unknown as string | null
      if (timer.current === undefined) setState(at ? { kind: 'saved', at } : { kind: 'none' })
      void cache.invalidateQueries({ queryKey: DRAFTS, refetchType: 'none' })
      void cache.invalidateQueries({ queryKey: UNREAD, refetchType: 'none' })
    } catch {
      setState({ kind: 'here' })
    }
  }
  const change = (next: Partial<DraftText>) => {
    touched.current = true
    latest.current = { ...latest.current, ...next }
    setText(latest.current)
    setState({ kind: 'typing' })
    storeSetting(key(thread), JSON.stringify({ text: latest.current, at: Date.now() } satisfies Kept))
    clearTimeout(timer.current)
    timer.current = setTimeout(() => void save(), SAVE_AFTER_MS)
  }
  /** After publishing: the server removed its draft itself. */
  const clear = () => {
    clearTimeout(timer.current)
    timer.current = undefined
    touched.current = true
    forgetSetting(key(thread))
    latest.current = NO_DRAFT
    setText(NO_DRAFT)
    setState({ kind: 'none' })
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  return { text, state, change, clear }
}
