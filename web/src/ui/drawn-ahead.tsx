import { Activity, type ReactNode } from 'react'

/** The element around what is drawn ahead. */
const HOST = 'drawn-ahead'
/**
 * React hides by an inline `display: none !important`, and what has no box is laid out only in the press that shows it. A host's own
 * `!important` counts more than that of the document around it, its `style` attribute included (CSS Cascade 5, §6.1, context).
 */
const LOOK = `
  :host { display: flex; flex: 1; flex-direction: column }
  :host([style*='none']) { display: flex !important; position: absolute; inset: 0 0 auto; content-visibility: hidden !important }
`

function define() {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(LOOK)
  customElements.define(
    HOST,
    class extends HTMLElement {
      constructor() {
        super()
        const root = this.attachShadow({ mode: 'open' })
        root.adoptedStyleSheets = [sheet]
        root.append(document.createElement('slot'))
      }

      connectedCallback() {
        // Asking for a place in it makes the browser lay it out, which it otherwise leaves for when it is shown.
        setTimeout(() => this.firstElementChild?.getBoundingClientRect())
      }
    },
  )
}
if (!customElements.get(HOST)) define()

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      [HOST]: { children: ReactNode }
    }
  }
}

/**
 * As React's Activity, for a page: drawn and laid out before it is `shown`, as wide as the positioned element around it, whose column it
 * then fills.
 */
export const DrawnAhead = ({ shown, children }: { shown: boolean; children: ReactNode }) => (
  <Activity mode={shown ? 'visible' : 'hidden'}>
    <drawn-ahead>{children}</drawn-ahead>
  </Activity>
)
