import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useNavigate } from '#lib/browser/navigate.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { Composer } from '#parts/conversation/composer.tsx'
import { plainLine } from '#parts/conversation/member-text.ts'
import { PostBody } from '#parts/conversation/post-body.tsx'
import ReportDialog from '#parts/conversation/report-dialog.tsx'
import { useWhen } from '#parts/conversation/when.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/form/checkbox.tsx'
import { Field } from '#ui/form/field.tsx'
import { Input } from '#ui/form/input.tsx'
import { Select } from '#ui/form/select.tsx'
import { Textarea } from '#ui/form/textarea.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { FormDialog } from '#ui/overlay/form-dialog.tsx'
import { toast } from '#ui/overlay/toast.tsx'
import { threadAddress } from '../addresses.ts'
import { ownWords } from '../composer/quote.ts'
import { RefusalText } from '../composer/refusal-text.tsx'
import { TextCheck } from '../composer/text-check.tsx'
import { categoriesQuery, type ThreadRow } from '../forum.ts'
import { forumRefusal } from '../refusals.ts'
import { type Post, revisionsQuery } from './posts-query.ts'
import { usePostWrites, useThreadActs } from './thread-writes.ts'

export type Asked =
  | { kind: 'edit' | 'delete' | 'history'; post: Post }
  | { kind: 'report'; post: Post; block: boolean }
  | { kind: 'lock' | 'move' | 'merge' }
  | { kind: 'split'; posts: readonly Post[] }

type Props = { thread: ThreadRow; asked: Asked; onClose: () => void }

/** What is asked before something is done in a thread. */
export default function ThreadDialog({ thread, asked, onClose }: Props) {
  if (asked.kind === 'edit') return <EditDialog thread={thread} post={asked.post} onClose={onClose} />
  if (asked.kind === 'delete') return <DeleteDialog thread={thread} post={asked.post} onClose={onClose} />
  if (asked.kind === 'history') return <HistoryDialog post={asked.post} onClose={onClose} />
  if (asked.kind === 'report') {
    return (
      <ReportDialog
        subject={asked.post.id}
        block={asked.block ? (asked.post.author?.id ?? null) : null}
        onClose={onClose}
      />
    )
  }
  if (asked.kind === 'split') return <SplitDialog thread={thread} posts={asked.posts} onClose={onClose} />
  return <ActDialog thread={thread} kind={asked.kind} onClose={onClose} />
}

const refusalOf = (error: unknown) => {
  const refusal = error ? forumRefusal(error) : null
  return refusal ? <RefusalText refusal={refusal} /> : null
}

type OfPost = { thread: ThreadRow; post: Post; onClose: () => void }

function EditDialog({ thread, post, onClose }: OfPost) {
  const { t } = useTranslation('community')
  const area = useRef<HTMLTextAreaElement>(null)
  const [body, setBody] = useState(post.body)
  const { edit } = usePostWrites(thread.id)
  const save = async () => {
    const { held } = await edit.mutateAsync({ post: post.id, body })
    if (held) toast({ title: t('held.edit'), description: t('held.soon') })
    onClose()
  }
  const send = () => void save().catch(() => undefined)
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('edit.title')}
      description={t('edit.note')}
    >
      {refusalOf(edit.error)}
      <Composer
        area={area}
        value={body}
        onChange={setBody}
        onSubmit={send}
        rows={8}
        symbol={thread.symbol}
        below={<TextCheck text={body === post.body ? '' : body} kind="post" />}
        foot={
          <div className="flex justify-end gap-2 border-t border-line p-2">
            <Button variant="ghost" onClick={onClose}>
              {t('cancel')}
            </Button>
            <Button
              variant="primary"
              busy={edit.isPending}
              disabled={body.trim() === '' || body === post.body}
              onClick={send}
            >
              {t('edit.save')}
            </Button>
          </div>
        }
      />
    </Dialog>
  )
}

function DeleteDialog({ thread, post, onClose }: OfPost) {
  const { t } = useTranslation('community')
  const { remove } = usePostWrites(thread.id)
  return (
    <FormDialog
      title={t('delete.title')}
      description={t('delete.note')}
      refusal={refusalOf(remove.error)}
      submit={t('delete.submit')}
      submitLook="danger"
      cancel={t('cancel')}
      busy={remove.isPending}
      onSubmit={() => remove.mutate(post.id, { onSuccess: onClose })}
      onClose={onClose}
    />
  )
}

function HistoryDialog({ post, onClose }: { post: Post; onClose: () => void }) {
  const { t } = useTranslation('community')
  const when = useWhen()
  const { data: revisions } = useQuery(revisionsQuery(post.id))
  const texts = [
    { key: 0, body: post.body, at: post.edited_at ?? post.published_at, name: t('versions.current') },
    ...(revisions ?? []).map(({ revision, body, written_at }) => ({
      key: revision,
      body,
      at: written_at,
      name: t('versions.number', { number: revision }),
    })),
  ]
  return (
    <Dialog wide open onOpenChange={(open) => !open && onClose()} title={t('versions.title')}>
      <ol className="grid gap-4">
        {texts.map(({ key, body, at, name }) => (
          <li key={key} className="rounded-control border border-line bg-well p-4">
            <p className="mb-2 flex justify-between gap-3 text-13 text-muted">
              <span className="font-medium text-text">{name}</span>
              {when(at)}
            </p>
            <PostBody text={body} />
          </li>
        ))}
      </ol>
    </Dialog>
  )
}

type OfThread = { thread: ThreadRow; onClose: () => void }
const THREAD_ID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/

/** Lock, move and merge: one field each. */
function ActDialog({ thread, kind, onClose }: OfThread & { kind: 'lock' | 'move' | 'merge' }) {
  const { t, i18n } = useTranslation('community')
  const navigate = useNavigate()
  const acts = useThreadActs(thread.id)
  const { data: categories = [] } = useQuery(categoriesQuery)
  const [value, setValue] = useState(kind === 'move' ? thread.category : '')
  const target = THREAD_ID.exec(value)?.[0]
  const onSuccess = () => {
    onClose()
    if (kind === 'merge' && target) navigate(threadAddress(target), { replace: true })
  }
  const submit = () => {
    if (kind === 'lock') acts.lock.mutate(value.trim(), { onSuccess })
    else if (kind === 'move') acts.move.mutate(value, { onSuccess })
    else if (target) acts.merge.mutate(target, { onSuccess })
  }
  const act = acts[kind]
  return (
    <FormDialog
      title={t(`acts.${kind}.title`)}
      description={t(`acts.${kind}.note`)}
      refusal={refusalOf(act.error)}
      submit={t(`acts.${kind}.submit`)}
      cancel={t('cancel')}
      busy={act.isPending}
      incomplete={
        kind === 'move' ? value === thread.category : kind === 'merge' ? !target : value.trim() === ''
      }
      onSubmit={submit}
      onClose={onClose}
    >
      <Field label={t(`acts.${kind}.field`)}>
        {kind === 'move' ? (
          <Select value={value} onChange={({ target }) => setValue(target.value)}>
            {categories
              .filter(({ of_ideas }) => !of_ideas)
              .map(({ slug, names }) => (
                <option key={slug} value={slug}>
                  {names[i18n.language]}
                </option>
              ))}
          </Select>
        ) : kind === 'lock' ? (
          <Textarea value={value} maxLength={500} onChange={({ target }) => setValue(target.value)} />
        ) : (
          <Input value={value} maxLength={300} onChange={({ target }) => setValue(target.value)} />
        )}
      </Field>
    </FormDialog>
  )
}

/** Makes a thread of posts of another. */
function SplitDialog({ thread, posts, onClose }: OfThread & { posts: readonly Post[] }) {
  const { t } = useTranslation('community')
  const navigate = useNavigate()
  const { split } = useThreadActs(thread.id)
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [title, setTitle] = useState('')
  const movable = posts.filter(({ position, state }) => position > 1 && state === 'published')
  return (
    <FormDialog
      title={t('acts.split.title')}
      description={t('acts.split.note')}
      refusal={refusalOf(split.error)}
      submit={t('acts.split.submit')}
      cancel={t('cancel')}
      busy={split.isPending}
      incomplete={chosen.length === 0 || title.trim().length < 8}
      onSubmit={() =>
        split.mutate(
          { posts: [...chosen], title: title.trim() },
          { onSuccess: (made) => navigate(threadAddress(made)) },
        )
      }
      onClose={onClose}
    >
      <Field label={t('new.title')}>
        <Input value={title} maxLength={140} onChange={({ target }) => setTitle(target.value)} />
      </Field>
      <fieldset className="grid max-h-72 gap-2 overflow-y-auto">
        <legend className="mb-2 text-13 font-medium text-muted">{t('acts.split.field')}</legend>
        {movable.map(({ id, position, body }) => (
          <Checkbox
            key={id}
            checked={chosen.includes(id)}
            onCheckedChange={(on) =>
              setChosen(on === true ? [...chosen, id] : chosen.filter((one) => one !== id))
            }
          >
            <span className="line-clamp-2">
              {position}. {plainLine((ownWords(body) || body).slice(0, 200))}
            </span>
          </Checkbox>
        ))}
      </fieldset>
    </FormDialog>
  )
}
