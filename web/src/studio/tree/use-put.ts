import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from '#lib/language/i18n.ts'
import { toast } from '#ui/overlay/toast.tsx'
import type { Studio } from '../define-studio.ts'
import { CONTENTS, contentRefusalOf, type TreeNode, useMoveContent } from '../document/content.ts'
import { childrenToMove, withGroup, withGroupMoved } from './groups.ts'
import { childrenOf, type Slot } from './tree.ts'
import { useChangeItem } from './use-change-item.ts'

/** What changes the tree: an item put at a place, a group put at a place with its items, a group added. Fields that follow from a place are saved first. */
export function usePut(studios: readonly Studio[], nodes: readonly TreeNode[]) {
  const { t } = useTranslation('studio')
  const client = useQueryClient()
  const change = useChangeItem()
  const move = useMoveContent()
  const run = (act: () => Promise<unknown>) =>
    void act()
      .catch((error: unknown) =>
        toast({ title: t(`refused.${contentRefusalOf(error).key}`), variant: 'destructive' }),
      )
      .finally(() => void client.invalidateQueries({ queryKey: [CONTENTS.name] }))
  return {
    put: (node: TreeNode, { parent, group, before }: Slot) =>
      run(async () => {
        const above = nodes.find(({ id }) => id === parent.parent)?.slug ?? null
        const placed = childrenOf(studios, parent)?.placed({ parent: parent.slug, above, group }) ?? {}
        const saved = await change(node.id, (document) => ({
          ...document,
          fields: { ...document.fields, ...placed },
        }))
        if (saved) await move.mutateAsync({ item: node.id, parent: parent.id, before })
      }),
    putGroup: (slot: Slot) =>
      run(async () => {
        const { parent, group, before } = slot
        const groups = childrenOf(studios, parent)?.groups
        if (!groups || group === null) return
        if (!(await change(parent.id, (document) => withGroupMoved(document, groups, group, before)))) return
        // Items are numbered across the groups: those of the moved group go with it, one after the other.
        const moved = childrenToMove(nodes, slot, studios)
        for (const { id } of moved.children)
          await move.mutateAsync({ item: id, parent: parent.id, before: moved.before })
      }),
    addGroup: (parent: TreeNode, name: string) =>
      run(async () => {
        const groups = childrenOf(studios, parent)?.groups
        if (groups) await change(parent.id, (document) => withGroup(document, groups, name))
      }),
  }
}
