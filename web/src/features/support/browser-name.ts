const BROWSERS = [
  ['Edge', /Edg\/(\d+)/],
  ['Opera', /OPR\/(\d+)/],
  ['Samsung Internet', /SamsungBrowser\/(\d+)/],
  ['Firefox', /(?:Firefox|FxiOS)\/(\d+)/],
  ['Chrome', /(?:Chrome|CriOS)\/(\d+)/],
  ['Safari', /Version\/(\d+).*Safari/],
] as const
const SYSTEMS = [
  ['Android', /Android/],
  ['iOS', /iPhone|iPad|iPod/],
  ['Windows', /Windows/],
  ['macOS', /Mac OS X/],
  ['ChromeOS', /CrOS/],
  ['Linux', /Linux/],
] as const

/** `Firefox 145, Windows`, from what a browser calls itself; the text itself if nothing in it is known. */
export function browserName(agent: string): string {
  const named = BROWSERS.map(([name, version]) => [name, version.exec(agent)?.[1]] as const).find(
    ([, version]) => version,
  )
  const system = SYSTEMS.find(([, sign]) => sign.test(agent))?.[0]
  return [named?.join(' '), system].filter(Boolean).join(', ') || agent.slice(0, 200)
}
