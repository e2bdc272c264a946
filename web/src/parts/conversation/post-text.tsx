import { useTranslation } from '#lib/language/i18n.ts'
import { PostMarkdown } from './post-markdown.tsx'

export default function PostText({ text, className }: { text: string; className?: string | undefined }) {
  const { t } = useTranslation('ui')
  const { t: own } = useTranslation('conversation')
  return (
    <PostMarkdown
      text={text}
      className={className}
      fold={own('text.earlier')}
      words={{
        newWindow: t('markdown.new-window'),
        table: t('markdown.table'),
        done: t('markdown.task.done'),
        open: t('markdown.task.open'),
        notes: t('markdown.notes'),
        back: t('markdown.back'),
      }}
    />
  )
}
