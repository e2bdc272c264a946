// What pdf.js needs for a file that does not bring it: the fonts every reader must have, and the decoders of scanned pictures.
// Files of this site, each fetched when a document needs it. Character maps of East Asian fonts (1.7 MB) are left out.
const ADDRESSES = import.meta.glob<string>(
  [
    '/../node_modules/pdfjs-dist/standard_fonts/*.{pfb,ttf}',
    '/../node_modules/pdfjs-dist/wasm/{jbig2,openjpeg,qcms_bg}.wasm',
  ],
  { query: '?url', import: 'default', eager: true },
)
const byName = new Map(
  Object.entries(ADDRESSES).map(([path, address]) => [path.slice(path.lastIndexOf('/') + 1), address]),
)

/** Takes the place of pdf.js's own, which asks for addresses below one folder. */
export class OwnResources {
  async fetch({ filename }: { filename: string }): Promise<Uint8Array> {
    const address = byName.get(filename)
    if (address === undefined) throw new Error(`No file of ours: ${filename}`)
    const answer = await fetch(address)
    if (!answer.ok) throw new Error(`${filename}: ${answer.status}`)
    return new Uint8Array(await answer.arrayBuffer())
  }
}
