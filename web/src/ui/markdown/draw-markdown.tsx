// Draws the tree of a text with the parts of `markdownParts()` and nothing else: HTML in a text has no part, so it is not drawn, and
// its addresses reach only the parts, which judge them.
import { Fragment, type ReactNode } from 'react'
import { AfterPaint } from '#ui/after-paint.tsx'
import { formulaOf } from './formula.ts'
import type { MarkdownParts } from './markdown-parts.tsx'
import type { MarkdownNode, MarkdownTree, NodeOf } from './markdown-tree.ts'

/** More letters than any text has. */
export const ALL = Number.POSITIVE_INFINITY

/**
 * `prefix` starts the ids of the notes, because two texts on a page may have notes of the same name. `opening`: a number of letters; the
 * blocks after the one that reaches it, or from the first formula on, are shown once the ones before are painted: the first formula of a
 * page takes a slow phone as long as all the text around it, since its font must be found.
 */
export function drawMarkdown(
  { nodes, definitions, notes }: MarkdownTree,
  parts: MarkdownParts,
  prefix: string,
  opening = ALL,
): ReactNode {
  /** How often each note was called, in the order of the first calls, which numbers them. */
  const calls = new Map<string, number>()

  const all = (children: readonly MarkdownNode[]): ReactNode => each(children, draw)

  const draw = (node: MarkdownNode): ReactNode => {
    switch (node.type) {
      case 'text':
        return node.value
      case 'paragraph':
        return <parts.p>{all(node.children)}</parts.p>
      case 'heading':
        return <parts.heading depth={node.depth}>{all(node.children)}</parts.heading>
      case 'emphasis':
        return <em>{all(node.children)}</em>
      case 'strong':
        return <strong>{all(node.children)}</strong>
      case 'delete':
        return <del>{all(node.children)}</del>
      case 'break':
        return <br />
      case 'blockquote':
        return <parts.blockquote>{all(node.children)}</parts.blockquote>
      case 'thematicBreak':
        return <parts.hr />
      case 'inlineCode':
        return <parts.code>{node.value.replace(/\r?\n|\r/g, ' ')}</parts.code>
      case 'code':
        return (
          <parts.pre>
            <parts.code>{`${node.value}\n`}</parts.code>
          </parts.pre>
        )
      case 'link':
        return <parts.a href={node.url}>{all(node.children)}</parts.a>
      case 'linkReference':
        return <parts.a href={definitions.get(node.identifier)?.url}>{all(node.children)}</parts.a>
      case 'image':
        return <parts.img src={node.url} alt={node.alt} />
      case 'imageReference':
        return <parts.img src={definitions.get(node.identifier)?.url} alt={node.alt} />
      case 'list':
        return list(node)
      case 'table':
        return table(node)
      case 'footnoteReference':
        return call(node)
      default:
        return null
    }
  }

  const list = ({ ordered, start, spread, children }: NodeOf<'list'>): ReactNode => {
    const loose = spread === true || children.some((item) => item.spread)
    const items = each(children, (item) => <parts.li>{itemOf(item, loose)}</parts.li>)
    if (ordered) return <parts.ol start={start ?? 1}>{items}</parts.ol>
    return <parts.ul tasks={children.some(({ checked }) => typeof checked === 'boolean')}>{items}</parts.ul>
  }

  /** Its paragraphs are paragraphs only where items have room between them. A task's box stands in its first. */
  const itemOf = ({ checked, children }: NodeOf<'listItem'>, loose: boolean): ReactNode => {
    const box = typeof checked === 'boolean' && <parts.task done={checked} />
    const first = children[0]?.type === 'paragraph' ? children[0] : null
    return (
      <>
        {!first && box}
        {each(children, (child) => {
          if (child.type !== 'paragraph') return draw(child)
          const inside = (
            <>
              {child === first && box}
              {all(child.children)}
            </>
          )
          return loose ? <parts.p>{inside}</parts.p> : inside
        })}
      </>
    )
  }

  /** Each row has as many cells as the line that aligns them. */
  const table = ({ align, children: [head, ...rows] }: NodeOf<'table'>): ReactNode => {
    const row = (Cell: MarkdownParts['td'], { children }: Partial<NodeOf<'tableRow'>> = {}) => (
      <tr>
        {each(align ?? [], (side, place) => (
          <Cell align={side ?? undefined}>{all(children?.[place]?.children ?? [])}</Cell>
        ))}
      </tr>
    )
    return (
      <parts.table>
        <thead>{row(parts.th, head)}</thead>
        {rows.length > 0 && <tbody>{each(rows, (one) => row(parts.td, one))}</tbody>}
      </parts.table>
    )
  }

  const noteId = (identifier: string) => `${prefix}fn-${encodeURIComponent(identifier)}`
  const callId = (identifier: string, count: number) =>
    `${prefix}fnref-${encodeURIComponent(identifier)}${count > 1 ? `-${count}` : ''}`

  const call = ({ identifier }: NodeOf<'footnoteReference'>): ReactNode => {
    const count = (calls.get(identifier) ?? 0) + 1
    calls.set(identifier, count)
    return (
      <parts.sup>
        <parts.a href={`#${noteId(identifier)}`} id={callId(identifier, count)}>
          {[...calls.keys()].indexOf(identifier) + 1}
        </parts.a>
      </parts.sup>
    )
  }

  /** The notes that were called, each with the ways back; one may call others, which then follow. */
  const called = (): ReactNode => {
    const drawn: { identifier: string; before: ReactNode; last: ReactNode }[] = []
    for (const identifier of calls.keys()) {
      const children = notes.get(identifier)?.children ?? []
      const end = children.at(-1)
      const last = end?.type === 'paragraph' ? end : null
      const before = all(last ? children.slice(0, -1) : children)
      drawn.push({ identifier, before, last: last && all(last.children) })
    }
    if (drawn.length === 0) return null
    const items = each(drawn, ({ identifier, before, last }) => {
      const count = calls.get(identifier) ?? 0
      const back = each(Array.from({ length: count }), (_, place) => (
        <>
          {' '}
          <parts.back href={`#${callId(identifier, place + 1)}`}>{place > 0 && place + 1}</parts.back>
        </>
      ))
      return (
        <parts.li id={noteId(identifier)}>
          {before}
          {last ? (
            <parts.p>
              {last}
              {back}
            </parts.p>
          ) : (
            back
          )}
        </parts.li>
      )
    })
    return <parts.notes>{items}</parts.notes>
  }

  // In this order: drawing the text tells which notes it calls.
  const last = nodes.findIndex(({ position }, place) => {
    const next = nodes[place + 1]
    return (position?.end.offset ?? 0) >= opening || (opening < ALL && next && isFormula(next))
  })
  const end = last < 0 ? nodes.length : last + 1
  const first = all(nodes.slice(0, end))
  const rest = (
    <>
      {all(nodes.slice(end))}
      {called()}
    </>
  )
  return (
    <>
      {first}
      {last < 0 ? rest : <AfterPaint>{rest}</AfterPaint>}
    </>
  )
}

const isFormula = (node: MarkdownNode): boolean =>
  node.type === 'paragraph' &&
  node.children.some((child) => child.type === 'inlineCode' && formulaOf(child.value) !== null)

const each = <Item,>(items: readonly Item[], draw: (item: Item, place: number) => ReactNode): ReactNode =>
  // biome-ignore lint/suspicious/noArrayIndexKey: the elements of a text have no identity but their place
  items.map((item, place) => <Fragment key={place}>{draw(item, place)}</Fragment>)
