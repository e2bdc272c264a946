import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from '#lib/language/i18n.ts'
import { toast } from '#ui/overlay/toast.tsx'
import type { Studio } from '../define-studio.ts'
import {
  CONTENTS,
  contentRefusalOf,
  readContent,
  saveContent,
  type TreeNode,
  useMoveContent,
} from '../document/content.ts'
import { same } from '../document/merge.ts'
import { useContent } from '../form/studio-context.tsx'
import { childrenOf, type Slot } from './tree.ts'

/** Puts an item at a place of the tree. Fields that follow from the place are saved first, in the open form where it is that item's. */
export function usePut(studios: readonly Studio[], nodes: readonly TreeNode[]) {
  const { t } = useTranslation('studio')
  const client = useQueryClient()
  const content = useContent()
  const move = useMoveContent()
  return (node: TreeNode, { parent, group, before }: Slot) => {
    const place = async () => {
      const above = nodes.find(({ id }) => id === parent.parent)?.slug ?? null
      const placed = childrenOf(studios, parent)?.placed({ parent: parent.slug, above, group }) ?? {}
      if (node.id === content.item.id) {
        for (const [name, value] of Object.entries(placed))
          content.form.setValue(`fields.${name}` as never, value as never)
        if ((await content.save()) === null) return
      } else {
        const known = await readContent({ id: node.id })
        const fields = { ...known?.document.fields, ...placed }
        if (known && !same(fields, known.document.fields))
          await saveContent(node.id, known.version, { ...known.document, fields })
      }
      await move.mutateAsync({ item: node.id, parent: parent.id, before })
    }
    void place()
      .catch((error: unknown) =>
        toast({ title: t(`refused.${contentRefusalOf(error).key}`), variant: 'destructive' }),
      )
      .finally(() => void client.invalidateQueries({ queryKey: [CONTENTS.name] }))
  }
}
