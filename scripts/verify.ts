import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { parseArgs } from 'node:util'
import type { Json } from '../trading/src/proof/ledger.ts'
import { readHeads } from '../trading/src/proof/log/head-text.ts'
import { readKey, type VerifierKey } from '../trading/src/proof/log/signed-note.ts'
import {
  isSignalProof,
  type SignalProofVerdict,
  verifySignalProof,
} from '../trading/src/proof/signal-proof.ts'
import type { Confirmation } from '../trading/src/proof/verify-checkpoints.ts'
import { type DailyTestCounts, readBanks } from '../trading/src/proof/verify-daily-tests.ts'
import { type ProofVerdict, verifyExport } from '../trading/src/proof/verify-export.ts'
import type { KeptHead } from '../trading/src/proof/verify-heads.ts'
import type { IdeaCounts } from '../trading/src/proof/verify-ideas.ts'
import type { StatementCounts } from '../trading/src/proof/verify-statements.ts'
import { partsById, readMinutes } from '../trading/src/signal-minutes.ts'

// `npm run verify -- export.json [--minutes minutes.jsonl] [--banks banks.json] [--head <file or line>]…`: verifies an export offline, using only
// SHA-256 and Ed25519, or a proof of one signal (`.tlog-proof`). Exits with 0 if everything is concordant, 1 for a divergence,
// 2 if there was nothing to check.
const USAGE = `Usage: npm run verify -- export.json [--minutes minutes.jsonl] [--banks banks.json] [--head <file, or the line of a head>]…
       npm run verify -- signal.tlog-proof --key <key>

  --minutes     the minutes of ended signals, statements and ideas: the engine goes through every one of them.
  --banks       the banks of daily tests, as public.daily_tests has them: each draw is computed again.
  --head        a head that you kept: the chain must hold it.
  --checkpoint  a checkpoint that you kept, as a file: the entries must be those of its tree.
  --key         the key of the log, known from elsewhere; without it an export's own is taken, and a proof is not checked.
  --witness     the key of a witness: what it signed is checked and told.
  --authority   the certificate of a time-stamping authority (PEM): its stamps are checked and told.
  --json        the verdict as JSON

All but --minutes, --banks and --json may be given more than once.

Exit code: 0 concordant, 1 divergent, 2 not checked.`

class NothingToCheck extends Error {}

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      minutes: { type: 'string' },
      banks: { type: 'string' },
      head: { type: 'string', multiple: true },
      checkpoint: { type: 'string', multiple: true },
      key: { type: 'string', multiple: true },
      witness: { type: 'string', multiple: true },
      authority: { type: 'string', multiple: true },
      json: { type: 'boolean' },
    },
  })
  const [file] = positionals
  if (!file || positionals.length > 1) throw new NothingToCheck(USAGE)
  const known = {
    ...(values.key && { logKeys: values.key.map((text) => keyIn(text) && text) }),
    witnesses: (values.witness ?? []).map(keyIn),
  }
  const text = await textOf(file)
  if (isSignalProof(text)) {
    const verdict = await verifySignalProof(text, known)
    console.log(values.json ? JSON.stringify(verdict, null, 2) : reportOfSignal(verdict, basename(file)))
    process.exitCode = verdict.verdict !== 'proved' ? 1 : verdict.signed ? 0 : 2
  } else {
    const kept = (await Promise.all((values.head ?? []).map(headsIn))).flat()
    const minutes = values.minutes === undefined ? undefined : await minutesIn(values.minutes)
    const banks = values.banks === undefined ? undefined : await banksIn(values.banks)
    const checkpoints = {
      ...known,
      kept: await Promise.all((values.checkpoint ?? []).map(textOf)),
      ...(values.authority && { readStamp: await stampsBy(values.authority) }),
    }
    const proof = parsed(text, file)
    const started = performance.now()
    const verdict = await verifyExport(proof, {
      hash: sha256,
      kept,
      checkpoints,
      ...(minutes && { minutes }),
      ...(banks && { banks }),
    })
    const seconds = ((performance.now() - started) / 1000).toFixed(1)
    const own = kept.length + checkpoints.kept.length
    console.log(
      values.json ? JSON.stringify(verdict, null, 2) : report(verdict, basename(file), own, seconds),
    )
    process.exitCode = verdict.verdict === 'concordant' ? 0 : 1
  }
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

/** Verifies timestamps, trusting the authorities in these files. */
async function stampsBy(files: readonly string[]) {
  const { readCertificates, readStamp } = await import('../trading/src/proof/log/time-stamp.ts')
  const trusted = (await Promise.all(files.map(textOf))).flatMap((pem, index) => {
    try {
      return readCertificates(pem)
    } catch (error) {
      throw new NothingToCheck(`${files[index]} contains no certificate: ${(error as Error).message}`)
    }
  })
  return (token: Uint8Array, text: string) => readStamp(token, text, trusted)
}

function keyIn(text: string): VerifierKey {
  const key = readKey(text)
  if (!key) throw new NothingToCheck(`${text} is not a key: expected name+id+key.`)
  return key
}

function parsed(text: string, file: string): Json {
  try {
    return JSON.parse(text) as Json
  } catch (error) {
    throw new NothingToCheck(`${file} is not valid JSON: ${(error as Error).message}`)
  }
}

async function headsIn(given: string): Promise<KeptHead[]> {
  const heads = readHeads(given.startsWith('vigie-head ') ? given : await textOf(given))
  if (heads.length === 0) throw new NothingToCheck(`${given} contains no head.`)
  return heads
}

async function minutesIn(file: string) {
  const text = await textOf(file)
  try {
    const parts = partsById(readMinutes(text))
    return async (id: string) => parts.get(id) ?? []
  } catch (error) {
    throw new NothingToCheck(`${file} contains no minutes: ${(error as Error).message}`)
  }
}

async function banksIn(file: string) {
  const text = await textOf(file)
  try {
    return readBanks(text)
  } catch (error) {
    throw new NothingToCheck(`${file} contains no banks: ${(error as Error).message}`)
  }
}

function report(verdict: ProofVerdict, file: string, kept: number, seconds: string): string {
  const { counts } = verdict
  const lines = [
    `  ${file}`,
    '',
    `  entries of the chain    ${counts.entries}`,
    `  heads that stand        ${counts.heads}${kept > 0 ? ` (${kept} of your own)` : ''}`,
    `  signed trees            ${counts.checkpoints}`,
    `  signals                 ${counts.signals}, of which still sealed ${counts.sealed}`,
    `  seals opened            ${counts.commitments}; waiting for an end ${counts.waiting}`,
    `  publications checked    ${counts.published}`,
    `  events by the rules     ${counts.outcomes}`,
    ...(counts.minutes > 0 ? [`  minutes gone through    ${counts.minutes}`] : []),
    `  figures recomputed      ${counts.figures}`,
    ...(counts.statements ? statementLines(counts.statements) : []),
    ...(counts.ideas ? ideaLines(counts.ideas) : []),
    ...(counts.tests?.tests ? [testLine(counts.tests)] : []),
    ...(counts.expectations?.expectations
      ? [
          `  expectations            ${counts.expectations.expectations}, of which graded ${counts.expectations.graded}, without an outcome ${counts.expectations.void}`,
        ]
      : []),
    ...(counts.errata ? [`  confirmed mistakes      ${counts.errata}`] : []),
    '',
  ]
  if (verdict.verdict === 'concordant') {
    const { head, notRecomputed } = verdict
    return [
      ...lines,
      `  CONCORDANT in ${seconds} s. The chain ends with ${head ?? 'nothing'}.`,
      ...(notRecomputed.length > 0 ? [`  Figures not recomputed here: ${notRecomputed.join(', ')}.`] : []),
      ...verdict.confirmations.map(confirmed),
      ...(kept > 0 || verdict.confirmations.length > 0
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

function statementLines({ statements, opened, resolved, overdue, scores }: StatementCounts): string[] {
  return [
    `  statements              ${statements}, of which open ${opened}, resolved ${resolved}, overdue ${overdue}`,
    `  rows of scores          ${scores}`,
  ]
}

function ideaLines({ ideas, opened, ended, overdue, records }: IdeaCounts): string[] {
  return [
    `  members' ideas          ${ideas}, of which open ${opened}, ended ${ended}, overdue ${overdue}`,
    `  records of authors      ${records}`,
  ]
}

function testLine({ tests, late, revealed, overdue, drawn }: DailyTestCounts): string {
  return `  daily tests             ${tests}, of which committed late ${late}, revealed ${revealed}, overdue ${overdue}; draws computed again ${drawn}`
}

function confirmed({ size, by, at, kind }: Confirmation): string {
  const did = kind === 'cosignature' ? 'cosigned' : 'time-stamped'
  return `  The first ${size} entries were ${did} by ${by} at ${at.toISOString()}.`
}

function reportOfSignal(verdict: SignalProofVerdict, file: string): string {
  if (verdict.verdict !== 'proved') {
    return `  ${file}\n\n  NOT PROVED: ${verdict.verdict.replaceAll('_', ' ')} (${verdict.place})`
  }
  const { entry, origin, size, levels, signed, confirmations } = verdict
  const told = (name: string) => String(entry.data[name] ?? '—')
  return [
    `  ${file}`,
    '',
    `  signal                  no. ${told('number')} by ${told('author')}`,
    `  published               ${told('published_at')}, entered at ${entry.at}`,
    `  entry                   ${entry.sequence} of ${size}, in the tree of ${origin}`,
    `  seal                    ${told('commitment')}`,
    `  levels                  ${levels ? JSON.stringify(levels) : 'still sealed'}`,
    '',
    ...confirmations.map(({ by, at }) => `  The tree was cosigned by ${by} at ${at.toISOString()}.`),
    signed
      ? '  PROVED: the entry is in the tree that the log signed.'
      : '  NOT CHECKED: the entry is in the tree, but who signed the tree only --key can tell.',
  ].join('\n')
}
