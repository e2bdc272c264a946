declare module 'subset-font' {
  type Axis = number | { min: number; max: number }
  type Options = {
    targetFormat: 'woff2' | 'truetype'
    variationAxes?: Record<string, Axis>
    /** OpenType features that stay, by their four letters; all when not given. */
    keepFeatures?: readonly string[]
  }

  /** A font with the characters of a text alone. */
  export default function subsetFont(font: Buffer, characters: string, options: Options): Promise<Buffer>
}
