import { setTimeout } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { jsonInPage } from './page-template.ts'

/** What the build says of the parts of pages that show figures: the program that draws them, and what each page reads. */
export type Figures = {
  program: string
  reads: Readonly<Record<string, Readonly<Record<string, { rpc: string; args: Arguments }>>>>
}
type Arguments = Record<string, string | number>
type Answers = Readonly<Record<string, unknown>>
type Program = {
  prepare(): Promise<void>
  draw(path: string, language: string, answers: Answers): string | null
}
type Options = {
  /** The path of the program's file. */
  program: string
  reads: Figures['reads']
  ask: (rpc: string, args: Arguments) => Promise<unknown>
  onError: (error: unknown) => void
}

/** Answers of this age are drawn without reading again. */
const FRESH_MS = 10_000
/** Older ones are not drawn at all. */
const KEPT_MS = 60_000
/** A page does not wait longer for its figures. */
const WITHIN_MS = 1_000

const PART = /<!--figures-->[\s\S]*?<!--\/figures-->/
const HEAD = '<!--env-->'

/**
 * Puts figures of the database into prerendered pages, so that they are there before any script runs, together with the answers
 * that they were drawn from. If these cannot be read in time, the page stays as it was built: without figures, never with old ones.
 */
export async function drawnFigures({
  program,
  reads,
  ask,
  onError,
}: Options): Promise<(path: string, language: string, page: string) => Promise<string>> {
  const { prepare, draw } = (await import(pathToFileURL(program).href)) as Program
  await prepare()
  const parts = new Map(
    Object.entries(reads).map(([path, asked]) => {
      const read = async (): Promise<Answers> => {
        const answers = Object.entries(asked).map(async ([name, { rpc, args }]) => [
          name,
          await ask(rpc, args),
        ])
        return Object.fromEntries(await Promise.all(answers))
      }
      return [path, recent(read, onError)]
    }),
  )
  const drawn = new WeakMap<Answers, Map<string, string>>()
  return async (path, language, page) => {
    const answers = await parts.get(path)?.()
    if (!answers) return page
    const known = drawn.get(answers) ?? new Map<string, string>()
    drawn.set(answers, known)
    const markup = known.get(`${language} ${path}`) ?? draw(path, language, answers) ?? ''
    known.set(`${language} ${path}`, markup)
    return page.replace(PART, () => markup).replace(HEAD, () => `${jsonInPage('figures', answers)}${HEAD}`)
  }
}

/** Reads at most once at a time. Null if nothing recent could be read in time. */
function recent(
  read: () => Promise<Answers>,
  onError: (error: unknown) => void,
): () => Promise<Answers | null> {
  let last: { answers: Answers; at: number } | null = null
  let reading: Promise<void> | null = null
  const renew = async () => {
    const at = Date.now()
    try {
      last = { answers: await read(), at }
    } catch (error) {
      onError(error)
    } finally {
      reading = null
    }
  }
  return async () => {
    if (!last || Date.now() - last.at > FRESH_MS) {
      reading ??= renew()
      await Promise.race([reading, setTimeout(WITHIN_MS, undefined, { ref: false })])
    }
    return last && Date.now() - last.at <= KEPT_MS ? last.answers : null
  }
}
