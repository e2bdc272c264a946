import { AtSign, ChartCandlestick, RadioTower, ShieldCheck } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, type RefObject, Suspense, useState } from 'react'
import { lazyPart } from '#lib/browser/lazy-part.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { Button } from '#ui/button.tsx'
import { insertText } from '#ui/markdown/markdown-area.ts'
import { MarkdownEditor } from '#ui/markdown/markdown-editor.tsx'
import { MentionList } from './mention-list.tsx'
import { PostBody } from './post-body.tsx'
import { useForumPictures } from './use-forum-pictures.ts'
import { useMentions } from './use-mentions.ts'

const InsertDialog = lazyPart(() => import('./insert-dialog.tsx'))

const INSERTS = [
  ['chart', ChartCandlestick],
  ['figure', ShieldCheck],
  ['signal', RadioTower],
] as const
type Insert = (typeof INSERTS)[number][0]

type Props = {
  area: RefObject<HTMLTextAreaElement | null>
  value: string
  onChange: (value: string) => void
  onSubmit: () => void
  placeholder?: string
  rows?: number
  /** The instrument that a chart or a figure begins with. */
  symbol?: string | null
  /** Between the field and the foot: what is said of the text. */
  below?: ReactNode
  /** The foot: the state of the draft and the button that sends. */
  foot: ReactNode
}

/** Where a member writes: Markdown with a preview, pictures, mentions, and cards of our own data. */
export function Composer({
  area,
  value,
  onChange,
  onSubmit,
  placeholder,
  rows = 4,
  symbol,
  below,
  foot,
}: Props) {
  const { t } = useTranslation('conversation')
  const pictures = useForumPictures()
  const mentions = useMentions(area)
  const [asked, setAsked] = useState<Insert | null>(null)
  const insert = (text: string) => area.current && insertText(area.current, text)
  const onKey = (event: KeyboardEvent<HTMLTextAreaElement>): boolean => {
    if (mentions.onKey(event)) return true
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return false
    event.preventDefault()
    onSubmit()
    return true
  }
  const tool = (name: string, icon: ReactNode, onClick: () => void, words: boolean) => (
    <Button
      size="sm"
      variant="ghost"
      aria-label={words ? undefined : name}
      title={name}
      icon={icon}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onClick}
      className="pointer-coarse:h-11 pointer-coarse:min-w-11"
    >
      {words && <span className="max-md:sr-only">{name}</span>}
    </Button>
  )
  return (
    <>
      <MarkdownEditor
        area={area}
        label={t('composer.label')}
        value={value}
        onChange={(text) => {
          onChange(text)
          mentions.look()
        }}
        onCaret={mentions.look}
        onKey={onKey}
        naming={mentions.naming}
        rows={rows}
        pictures={pictures}
        draw={(text) => <PostBody text={text} />}
        tools={
          <div className="flex flex-wrap items-center gap-0.5">
            {tool(
              t('composer.mention'),
              <AtSign size={16} strokeWidth={1.75} aria-hidden />,
              () => insert('@'),
              false,
            )}
            {INSERTS.map(([kind, Icon]) => (
              <span key={kind} className="contents">
                {tool(
                  t(`composer.${kind}`),
                  <Icon size={16} strokeWidth={1.75} aria-hidden />,
                  () => setAsked(kind),
                  true,
                )}
              </span>
            ))}
          </div>
        }
        below={
          <>
            <MentionList mentions={mentions} />
            {below}
          </>
        }
        foot={foot}
        {...(placeholder ? { placeholder } : {})}
      />
      {asked && (
        <Suspense fallback={null}>
          <InsertDialog
            kind={asked}
            symbol={symbol ?? null}
            keepPicture={pictures.keep}
            onClose={() => setAsked(null)}
            onInsert={(text) => {
              setAsked(null)
              insert(text)
            }}
          />
        </Suspense>
      )}
    </>
  )
}
