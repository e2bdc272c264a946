import { classNames } from '#ui/class-names.ts'
import { CopyButton } from '#ui/copy-button.tsx'

type Props = {
  code: string
  /** The heading of the code, and the name of its scrolling region. */
  title: string
  /** Wraps long lines, for hashes and addresses, which are read rather than run. */
  wrap?: boolean
  className?: string
}

export function CodeView({ code, title, wrap = false, className }: Props) {
  return (
    <figure className={classNames('min-w-0 rounded-card border border-line bg-well', className)}>
      <figcaption className="flex min-h-10 items-center justify-between gap-2 border-b border-line py-1 pr-1.5 pl-4 text-13 text-muted">
        <span className="min-w-0 text-pretty">{title}</span>
        <CopyButton text={code} size="sm" variant="ghost" iconOnly />
      </figcaption>
      <section
        aria-label={title}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keys
        tabIndex={0}
        className="max-h-96 overflow-auto rounded-b-card p-4"
      >
        <pre className={classNames('font-mono text-13', wrap && 'break-all whitespace-pre-wrap')}>
          <code>{code}</code>
        </pre>
      </section>
    </figure>
  )
}
