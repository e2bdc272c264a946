// Runs a script of this repository with the Node it pins, after installing what is missing.
// Plain JavaScript without dependencies: on a fresh clone nothing else is there, and Node may be as old as 20.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const modules = join(root, 'node_modules')
const marker = join(modules, '.installed')
const pinned = join(modules, 'node', 'bin', 'node')
const wanted = createHash('sha256')
  .update(readFileSync(join(root, 'package-lock.json')))
  .digest('hex')

const installed = existsSync(pinned) && existsSync(marker) && readFileSync(marker, 'utf8') === wanted
if (!installed) install()

const [script, ...parameters] = process.argv.slice(2)
const child = spawn(pinned, [join(root, script), ...parameters], {
  // Paths that a person names are meant from where they stand.
  cwd: script.startsWith('server/') ? (process.env.INIT_CWD ?? process.cwd()) : root,
  env: {
    // What Node compiled is kept: reading the server's modules is a third of a start, and the worker's come after it.
    NODE_COMPILE_CACHE: join(modules, '.cache', 'compiled'),
    ...process.env,
    PATH: `${join(modules, '.bin')}${delimiter}${process.env.PATH}`,
  },
  stdio: 'inherit',
})
// Ctrl-C reaches the child by itself; this process only waits for it to end in order.
process.on('SIGINT', () => {})
for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 1)))

function install() {
  console.log('Installing what is missing (once; about a minute)…')
  const npm = process.env.npm_execpath
  const [command, leading] = npm ? [process.execPath, [npm]] : ['npm', []]
  // Not `npm ci`: it refuses when a registry lacks a package of another platform that the lock names. This installs what
  // is locked and writes nothing back.
  const { status } = spawnSync(
    command,
    [...leading, 'install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error'],
    {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: withoutOuterScript(process.env),
    },
  )
  if (status !== 0) {
    console.error("The installation failed; see npm's output above.")
    process.exit(1)
  }
  if (!existsSync(pinned)) {
    console.error('npm did not install Node 24 (package "node"). Allow its install script and try again.')
    process.exit(1)
  }
  writeFileSync(marker, wanted)
}

/** What `npm start` itself was called with must not steer the installation. */
function withoutOuterScript(environment) {
  const steering = /^npm_(lifecycle|package|command|config_(local_prefix|argv|workspace))/
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !steering.test(name)))
}
