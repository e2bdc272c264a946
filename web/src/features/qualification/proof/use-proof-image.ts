import { useEffect, useState } from 'react'
import type { PdfFile } from './pdf-file.ts'
import { type ProofFile, type Refusal, refusalOf } from './use-proof-file.ts'

type Drawn = { pdf: PdfFile; page: number; src?: string; refused?: Refusal }

/** Pixels: of a page that fills its place, also on a fine screen; and of one that is enlarged. */
const WIDTH = 1800
const ENLARGED = 3600

/** What is drawn of a proof: the picture itself, or the page that is turned to, redrawn sharper where it is enlarged. */
export function useProofImage(file: ProofFile, page: number, enlarged: boolean) {
  const [broken, setBroken] = useState(false)
  const usual = useDrawnPage(file.pdf, page, WIDTH)
  const sharp = useDrawnPage(enlarged ? file.pdf : undefined, page, ENLARGED)
  const onError = () => setBroken(true)
  if (file.kind === 'picture')
    return { src: file.href, refused: broken ? ('failed' as const) : undefined, onError }
  return { src: sharp?.src ?? usual?.src, refused: file.refused ?? usual?.refused, onError }
}

/** A page as a picture, drawn once for this width; nothing before it is that page. */
function useDrawnPage(pdf: PdfFile | undefined, page: number, width: number) {
  const [drawn, setDrawn] = useState<Drawn | null>(null)
  useEffect(() => {
    if (!pdf) return
    const drawing = new AbortController()
    let src: string | undefined
    pdf.draw(page, width, drawing.signal).then(
      (picture) => {
        if (drawing.signal.aborted) return
        src = URL.createObjectURL(picture)
        setDrawn({ pdf, page, src })
      },
      (error: unknown) => {
        if (!drawing.signal.aborted) setDrawn({ pdf, page, refused: refusalOf(error) })
      },
    )
    return () => {
      drawing.abort()
      if (src) URL.revokeObjectURL(src)
      setDrawn(null)
    }
  }, [pdf, page, width])
  return drawn?.pdf === pdf && drawn?.page === page ? drawn : null
}
