declare module 'subset-font' {
  type Axis = number | { min: number; max: number }
  type Options = { targetFormat: 'woff2' | 'truetype'; variationAxes?: Record<string, Axis> }

  /** A font with the characters of a text alone. */
  export default function subsetFont(font: Buffer, characters: string, options: Options): Promise<Buffer>
}
