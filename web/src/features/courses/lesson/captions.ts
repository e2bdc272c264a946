// Captions as WebVTT. They come with the lesson's texts, and a page may not load them from an address of its own making, so they are
// read here and given to the browser cue by cue. A cue whose identifier is `chapter` names a chapter.

export type Cue = { from: number; to: number; text: string; chapter: boolean }

const TIME = /^(?:(\d{1,3}):)?(\d{1,2}):(\d{2})[.,](\d{3})$/

function seconds(text: string): number | null {
  const [, hours = '0', minutes = '', rest = '', milliseconds = ''] = TIME.exec(text) ?? []
  if (minutes === '') return null
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(rest) + Number(milliseconds) / 1000
}

/** The cues of a WebVTT text in their order; a cue that cannot be read is left out. */
export function readCaptions(text: string): Cue[] {
  return text
    .replaceAll('\r\n', '\n')
    .split(/\n{2,}/)
    .flatMap((block) => {
      const lines = block.trim().split('\n')
      const at = lines.findIndex((line) => line.includes('-->'))
      if (at < 0 || at > 1) return []
      const [start = '', rest = ''] = (lines[at] ?? '').split('-->')
      const [from, to] = [seconds(start.trim()), seconds(rest.trim().split(/\s+/)[0] ?? '')]
      const words = lines
        .slice(at + 1)
        .join('\n')
        .replace(/<[^>]*>/g, '')
        .trim()
      if (from === null || to === null || to <= from || words === '') return []
      return [{ from, to, text: words, chapter: at === 1 && /^chapter\b/i.test(lines[0] ?? '') }]
    })
    .sort((one, other) => one.from - other.from)
}
