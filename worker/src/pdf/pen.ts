import { type Pdf, TEXT } from './document.ts'
import { type Face, openFaces } from './faces.ts'

export type Style = { size: number; face?: Face; color?: string; leading?: number }
export type Pen = ReturnType<typeof penOf>

/** Writes text at positions; `y` is the top of the line. */
export function penOf(document: Pdf) {
  const faces = openFaces(document)
  const set = ({ size, face = 'regular', color = TEXT }: Style) => {
    document.fontSize(size).fillColor(color)
    return faces[face]
  }
  return {
    width: (text: string, style: Style): number => set(style).width(text),
    /** Writes one line from x, or right-aligned to x. Returns its width. */
    line(text: string, x: number, y: number, style: Style, end = false): number {
      const face = set(style)
      const width = face.width(text)
      face.write(text, end ? x - width : x, y)
      return width
    },
    /** The height of a text block. */
    height(text: string, width: number, style: Style & { leading: number }): number {
      return set(style).wrap(text, width).length * style.leading
    },
    /** Writes text wrapped to a width. Returns the next y. */
    block(text: string, x: number, y: number, width: number, style: Style): number {
      const face = set(style)
      const leading = style.leading ?? style.size * 1.45
      let place = y
      for (const line of face.wrap(text, width)) {
        face.write(line, x, place)
        place += leading
      }
      return place
    },
  }
}
