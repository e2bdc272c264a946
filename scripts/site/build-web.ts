import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, globSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** Builds `web/dist` when its sources have changed, with compressed copies of all text files. */
const root = join(import.meta.dirname, '../..')
const dist = join(root, 'web', 'dist')
/** Location of the prerendering program while it runs, from which it resolves its packages. */
const program = join(root, 'web', '.vite', 'prerender')
const marker = join(dist, '.built-from')

/** Returns the directory of the built site. Throws when the build fails. Compression is half of the work, for a site that is served. */
export async function buildWeb({ compressed = true } = {}): Promise<string> {
  const sources = fingerprint()
  if (existsSync(marker) && readFileSync(marker, 'utf8') === sources) return dist
  rmSync(marker, { force: true })
  console.log('Building the web application…')
  const ahead = ['--ssr', '--outDir', program, '--emptyOutDir']
  await Promise.all([
    run('vite', ['build', '--logLevel', 'warn']),
    run('vite', ['build', '--logLevel', 'warn', ...ahead]),
  ])
  await run(process.execPath, [
    join(import.meta.dirname, 'draw-pages.ts'),
    dist,
    join(program, 'prerender.js'),
  ])
  await run('vite', ['build', '--config', 'vite.service-worker.config.ts', '--logLevel', 'warn'])
  rmSync(join(dist, '.vite'), { recursive: true })
  if (!compressed) return dist
  await compress()
  writeFileSync(marker, sources)
  return dist
}

async function run(command: string, options: string[]): Promise<void> {
  const child = spawn(command, options, {
    cwd: join(root, 'web'),
    // In a test's environment, React would use its slow development build.
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: 'inherit',
  })
  // Ends the build when this process is stopped.
  const end = () => child.kill()
  process.once('exit', end)
  const [status] = await once(child, 'exit')
  process.off('exit', end)
  if (status !== 0) throw new Error('The web application could not be built; the reason is printed above.')
}

function fingerprint(): string {
  const patterns = [
    'web/src/**',
    'web/public/**',
    'scripts/site/*.ts',
    'web/*.{html,ts,json}',
    '{trading,mails}/src/**',
    'package-lock.json',
  ]
  const hash = createHash('sha256')
  for (const path of globSync(patterns, { cwd: root }).sort()) {
    const file = join(root, path)
    if (/\.test\.tsx?$/.test(path) || !statSync(file).isFile()) continue
    hash.update(path).update(readFileSync(file))
  }
  return hash.digest('hex')
}

const [brotli, zip] = [promisify(brotliCompress), promisify(gzip)]

async function compress(): Promise<void> {
  const files = globSync('**/*.{js,css,html,svg,json,webmanifest,txt,xml}', {
    cwd: dist,
    exclude: ['drawing/**'],
  }).map((path) => join(dist, path))
  await Promise.all(
    files.map(async (file) => {
      const content = readFileSync(file)
      const options = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }
      writeFileSync(`${file}.br`, await brotli(content, options))
      writeFileSync(`${file}.gz`, await zip(content, { level: 9 }))
    }),
  )
}

if (import.meta.main) await buildWeb({ compressed: !process.argv.includes('--uncompressed') })
