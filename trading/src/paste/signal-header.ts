// Finds the numbers that name a message and are no prices: "#31", "204) GBPUSD", "Trade of the day 3/5".

const HEADERS: readonly RegExp[] = [
  // "#31 USDJPY", at the start of a line: a price there would have decimals or follow a word.
  /^[^\p{L}\d\n#]*#\s?\d{1,4}(?![\d.,])/gmu,
  // "31. USDJPY", "204) GBPUSD", "#17 |": only before the first word of the message.
  /^\s*\d{1,3}\s*[.)|](?=\s*\p{L})/u,
  /(?<![\d.,/])\d{1,2}\/\d{1,2}(?=\s*:)/gu,
]

/** The places of such numbers in a text. */
export const headersOf = (text: string): { start: number; end: number }[] =>
  HEADERS.flatMap((shape) =>
    shape.global
      ? [...text.matchAll(shape)].map((match) => ({ start: match.index, end: match.index + match[0].length }))
      : [shape.exec(text)].flatMap((match) =>
          match ? [{ start: match.index, end: match.index + match[0].length }] : [],
        ),
  )
