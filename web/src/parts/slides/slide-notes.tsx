import { memo } from 'react'
import { useTranslation } from '#lib/language/i18n.ts'
import { MarkdownView } from '#ui/markdown/markdown-view.tsx'
import type { Slide } from './deck.ts'

/** What a slide's author says beside it. */
export const SlideNotes = memo(function SlideNotes({ slide }: { slide: Slide }) {
  const { t } = useTranslation('slides')
  if (!slide.notes) return <p className="text-muted">{t('no-notes')}</p>
  return <MarkdownView text={slide.notes} under={3} className="text-14! text-muted" />
})
