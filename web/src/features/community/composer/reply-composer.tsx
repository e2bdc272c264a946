import { type RefObject, useState } from 'react'
import { useTranslation } from '#lib/language/i18n.ts'
import { Composer } from '#parts/conversation/composer.tsx'
import { DraftLine } from '#parts/conversation/draft-line.tsx'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/form/checkbox.tsx'
import { Kbd } from '#ui/kbd.tsx'
import { Notice } from '#ui/notice.tsx'
import { forumRefusal } from '../refusals.ts'
import { RefusalText } from './refusal-text.tsx'
import { TextCheck } from './text-check.tsx'
import type { useDraft } from './use-draft.ts'

type Props = {
  area: RefObject<HTMLTextAreaElement | null>
  draft: ReturnType<typeof useDraft>
  /** Why the last reply came back. */
  refused: unknown
  symbol: string | null
  /** Offered where the reader began the thread anonymously. */
  anonymous: boolean
  onSend: () => void
}

/** A reply at the end of a thread. */
export function ReplyComposer({ area, draft, refused, symbol, anonymous, onSend }: Props) {
  const { t } = useTranslation('community')
  const [tried, setTried] = useState(false)
  const { text, change } = draft
  const empty = text.body.trim() === ''
  const send = () => {
    setTried(true)
    if (!empty) onSend()
  }
  const refusal = refused ? forumRefusal(refused) : null
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      {refusal && (
        <Notice refusal>
          <RefusalText refusal={refusal} />
        </Notice>
      )}
      <Composer
        area={area}
        value={text.body}
        onChange={(body) => {
          setTried(false)
          change({ body })
        }}
        onSubmit={send}
        placeholder={t('reply.placeholder')}
        symbol={symbol}
        below={<TextCheck text={text.body} kind="post" />}
        foot={
          <div className="flex flex-wrap items-center gap-x-3 gap-y-2 border-t border-line py-2 pr-2 pl-4">
            {tried && empty ? (
              <p role="alert" className="min-w-0 flex-1 text-13 text-loss">
                {t('refused.text_empty')}
              </p>
            ) : (
              <DraftLine state={draft.state} />
            )}
            {anonymous && (
              <Checkbox checked={text.anonymous} onCheckedChange={(on) => change({ anonymous: on === true })}>
                {t('new.anonymous')}
              </Checkbox>
            )}
            <span className="flex gap-1.5 max-lg:hidden" aria-hidden>
              <Kbd>Ctrl</Kbd>
              <Kbd>{t('keys.enter')}</Kbd>
            </span>
            <Button variant="primary" onClick={send}>
              {t('reply.send')}
            </Button>
          </div>
        }
      />
    </div>
  )
}
