import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { freePort } from '../server/src/database/embedded.ts'
import { pause, root, withDirectory } from './process.ts'
import { sized } from './short.ts'
import { median, rounded, table } from './statistics.ts'

/** Time from `npm start`, after install and build, until `/ready` first answers 200. */
const ROUNDS = sized(5, 1)

export async function measure(): Promise<string> {
  const first: number[] = []
  const next: number[] = []
  const afterKill: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    await withDirectory(async (dataDir) => {
      first.push(await startOnce(dataDir, 'SIGINT'))
      next.push(await startOnce(dataDir, 'SIGKILL'))
      afterKill.push(await startOnce(dataDir, 'SIGINT'))
    })
  }
  const row = (name: string, values: number[]) => [
    name,
    rounded(median(values)),
    `${rounded(Math.min(...values))}–${rounded(Math.max(...values))}`,
  ]
  return table(
    ['`npm start` to the first 200 of `/ready`', 'median ms', 'range ms'],
    [
      row('first start: cluster, migrations, demonstration', first),
      row('next start', next),
      row('next start after kill -9', afterKill),
    ],
  )
}

async function startOnce(dataDir: string, end: NodeJS.Signals): Promise<number> {
  const port = await freePort()
  const startedAt = performance.now()
  const child = spawn('npm', ['start', '--silent'], {
    cwd: root,
    env: { ...process.env, PORT: String(port), DATA_DIR: join(dataDir, 'data') },
    stdio: 'ignore',
    detached: true,
  })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  let took = Number.NaN
  while (Number.isNaN(took)) {
    const answer = await fetch(`http://127.0.0.1:${port}/ready`).catch(() => undefined)
    if (answer?.ok) took = performance.now() - startedAt
    else if (child.exitCode !== null) throw new Error(`npm start ended with ${child.exitCode}`)
    else await pause(5)
  }
  process.kill(-(child.pid as number), end)
  await ended
  if (end === 'SIGKILL') await pause(300)
  return took
}
