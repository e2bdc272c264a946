import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { parseArgs } from 'node:util'
import { readHeads } from '../trading/src/head-text.ts'
import type { Json } from '../trading/src/ledger.ts'
import { readMinutes } from '../trading/src/signal-minutes.ts'
import { type ProofVerdict, verifyExport } from '../trading/src/verify-export.ts'
import type { KeptHead } from '../trading/src/verify-heads.ts'

// `npm run verify -- export.json [--minutes minutes.jsonl] [--head <file or line>]…`: the check of an export, offline, with nothing but SHA-256.
// Ends with 0 where everything agrees, 1 at a divergence, 2 where there was nothing to check.
const USAGE = `Usage: npm run verify -- export.json [--minutes minutes.jsonl] [--head <file, or the line of a head>]…

  --minutes  the minutes of ended signals: the engine goes through every one of them.
  --head     a head that you kept: the chain must hold it. May be given more than once.
  --json     the verdict as JSON

Exit code: 0 concordant, 1 divergent, 2 not checked.`

class NothingToCheck extends Error {}

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      minutes: { type: 'string' },
      head: { type: 'string', multiple: true },
      json: { type: 'boolean' },
    },
  })
  const [file] = positionals
  if (!file || positionals.length > 1) throw new NothingToCheck(USAGE)
  const kept = (await Promise.all((values.head ?? []).map(headsIn))).flat()
  const minutes = values.minutes === undefined ? undefined : await minutesIn(values.minutes)
  const proof = parsed(await textOf(file), file)
  const started = performance.now()
  const verdict = await verifyExport(proof, { hash: sha256, kept, ...(minutes && { minutes }) })
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  console.log(values.json ? JSON.stringify(verdict, null, 2) : report(verdict, basename(file), kept, seconds))
  process.exitCode = verdict.verdict === 'concordant' ? 0 : 1
} catch (error) {
  const { code } = error as NodeJS.ErrnoException
  if (!(error instanceof NothingToCheck) && !code?.startsWith('ERR_PARSE_ARGS')) throw error
  console.error((error as Error).message)
  process.exitCode = 2
}

function sha256(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex')
}

async function textOf(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    throw new NothingToCheck(`${file} cannot be read: ${(error as Error).message}`)
  }
}

function parsed(text: string, file: string): Json {
  try {
    return JSON.parse(text) as Json
  } catch (error) {
    throw new NothingToCheck(`${file} is no JSON: ${(error as Error).message}`)
  }
}

async function headsIn(given: string): Promise<KeptHead[]> {
  const heads = readHeads(given.startsWith('vigie-head ') ? given : await textOf(given))
  if (heads.length === 0) throw new NothingToCheck(`There is no head in ${given}.`)
  return heads
}

async function minutesIn(file: string) {
  const text = await textOf(file)
  try {
    const bySignal = Map.groupBy(readMinutes(text), ({ signal_id }) => signal_id)
    return async (signal: string) => bySignal.get(signal) ?? []
  } catch (error) {
    throw new NothingToCheck(`${file} holds no minutes: ${(error as Error).message}`)
  }
}

function report(verdict: ProofVerdict, file: string, kept: readonly KeptHead[], seconds: string): string {
  const { counts } = verdict
  const lines = [
    `  ${file}`,
    '',
    `  entries of the chain    ${counts.entries}`,
    `  heads that stand        ${counts.heads}${kept.length > 0 ? ` (${kept.length} of your own)` : ''}`,
    `  signals                 ${counts.signals}, of which still sealed ${counts.sealed}`,
    `  seals opened            ${counts.commitments}; waiting for an end ${counts.waiting}`,
    `  publications checked    ${counts.published}`,
    `  events by the rules     ${counts.outcomes}`,
    ...(counts.minutes > 0 ? [`  minutes gone through    ${counts.minutes}`] : []),
    `  figures recomputed      ${counts.figures}`,
    '',
  ]
  if (verdict.verdict === 'concordant') {
    const { head, notRecomputed } = verdict
    return [
      ...lines,
      `  CONCORDANT in ${seconds} s. The chain ends with ${head ?? 'nothing'}.`,
      ...(notRecomputed.length > 0
        ? [`  Figures not recomputed by this version: ${notRecomputed.join(', ')}.`]
        : []),
      ...(kept.length > 0
        ? []
        : [
            '  Without a head that you kept (--head), this shows a record in order, not one that was never rewritten.',
          ]),
    ].join('\n')
  }
  const { check, problem, path, sequence, number, expected, found } = verdict.divergence
  const about = [sequence && `entry ${sequence}`, number && `signal no. ${number}`].filter(Boolean).join(', ')
  return [
    ...lines,
    `  DIVERGENT: ${check}, ${problem.replaceAll('_', ' ')}${about ? ` (${about})` : ''}`,
    `  at        ${path}`,
    `  expected  ${expected}`,
    `  found     ${found}`,
  ].join('\n')
}
