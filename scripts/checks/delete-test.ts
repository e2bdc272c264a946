import { execFileSync, spawn } from 'node:child_process'
import {
  cpSync,
  existsSync,
  globSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, relative } from 'node:path'
import { type Feature, namesOf, withoutEntries } from './feature-removal.ts'

/**
 * `npm run delete-test FEATURE… [-- --all]`: removes each feature from a copy of the tracked files (web folder, SQL, tests,
 * registrations) and verifies that the rest still compiles; then removes them together, and verifies the web build and the tests
 * of their neighbours too. With --all, every test except browser journeys and the schema history. The features take turns in one
 * copy, so that after the first the compiler checks again only what a removal changes.
 */
const root = join(import.meta.dirname, '../..')

/**
 * Tests that could refer to a feature by name: the app shell, the whole schema, tables that list every table, the worker's start.
 */
const NEIGHBOURS = [
  'web/src/app',
  'web/src/lib',
  'supabase/tests/schema/schema.test.ts',
  'supabase/tests/identity/privacy.test.ts',
  'supabase/tests/schema/registries.test.ts',
  'supabase/tests/access/access.test.ts',
  'worker/src/main.test.ts',
]
/** Migrations keep removed features, so a feature's tables remain in the history. */
const HISTORY = ['supabase/tests/schema/history.test.ts', 'supabase/tests/schema/upgrade.test.ts']

const options = process.argv.slice(2)
const features = options.filter((option) => !option.startsWith('--'))
if (features.length === 0) {
  console.error('Name a feature: a folder of web/src/features.')
  process.exit(1)
}
const copy = mkdtempSync(join(tmpdir(), 'without-feature-'))
let failed = 0
try {
  copyTracked(copy)
  git(['init', '-q'])
  git(['add', '-A'])
  const whole = git(['write-tree'])
  // What one feature has of another shows in the types; what works without several works without one.
  const turns = features.length > 1 ? [...features.map((name) => [name]), features] : [features]
  for (const [place, names] of turns.entries()) {
    git(['read-tree', '--reset', '-u', whole])
    // Git ignores what the turn before has built, and the lint here does not ask Git.
    rmSync(join(copy, 'web/dist'), { recursive: true, force: true })
    const last = place === turns.length - 1
    const stands =
      remove(names) && (await compiles(last)) && (!last || (await passes(options.includes('--all'))))
    if (!stands) failed++
  }
} finally {
  rmSync(copy, { recursive: true, force: true })
}
process.exit(failed === 0 ? 0 : 1)

function git(parameters: string[]): string {
  return execFileSync('git', parameters, { cwd: copy, encoding: 'utf8' }).trim()
}

/** False if there is no such feature. */
function remove(names: readonly string[]): boolean {
  const removed = names.map((name) => removeFeature(copy, namesOf(name)))
  // Some tests list the tracked files.
  git(['add', '-A'])
  const unknown = names.filter(
    (name, place) => !removed[place]?.some((path) => path.startsWith(`web/src/features/${name}/`)),
  )
  if (unknown.length > 0) console.error(`No folder of web/src/features is called ${unknown.join(', ')}.`)
  else console.log(`\nWithout ${names.join(', ')}: ${removed.flat().length} files less`)
  return unknown.length === 0
}

async function compiles(andBuilds: boolean): Promise<boolean> {
  // A folder that Git ignores, and that is not shared with this checkout as those of node_modules are.
  const kept = (project: string) => join(copy, '.data', `${project.replaceAll('/', '-')}.tsbuildinfo`)
  const typed = async () => {
    for (const project of ['tsconfig.json', 'web/tsconfig.json', 'e2e/tsconfig.json']) {
      const options = ['-p', project, '--incremental', '--tsBuildInfoFile', kept(project)]
      if (!(await run(`types of ${project}`, 'tsc', options))) return false
    }
    return true
  }
  const built = () => run('built web application', 'node', ['scripts/site/build-web.ts', '--uncompressed'])
  return (
    (await run('unused imports', 'biome', [
      'lint',
      '--write',
      '--unsafe',
      '--vcs-enabled=false',
      '--only=correctness/noUnusedImports',
      'web',
      'worker',
      'supabase',
      'scripts',
    ])) &&
    // Each leaves a core idle at times.
    (await Promise.all([typed(), andBuilds ? built() : true])).every(Boolean)
  )
}

function passes(all: boolean): Promise<boolean> {
  const tests = all ? HISTORY.flatMap((path) => ['--exclude', path]) : NEIGHBOURS
  return run(all ? 'all other tests' : 'tests of the neighbours', 'vitest', [
    'run',
    '--reporter=dot',
    ...tests,
  ])
}

function run(name: string, command: string, parameters: string[]): Promise<boolean> {
  const began = Date.now()
  return new Promise((resolve) => {
    const child = spawn(command, parameters, { cwd: copy, stdio: ['ignore', 'pipe', 'pipe'] })
    let said = ''
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        said = (said + text).slice(-8000)
      })
    child.once('close', (status) => {
      console.log(`${status === 0 ? '✓' : '✗'} ${name}, ${Math.round((Date.now() - began) / 1000)} s`)
      if (status !== 0) console.log(said)
      resolve(status === 0)
    })
  })
}

/**
 * Copies the tracked files in their current state and links this checkout's dependencies. Links between workspaces point into the
 * copy.
 */
function copyTracked(copy: string): void {
  const tracked = execFileSync('git', ['ls-files', '-z'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64_000_000,
  })
  for (const path of tracked.split('\0').filter((one) => one && existsSync(join(root, one))))
    cpSync(join(root, path), join(copy, path))
  for (const modules of globSync('{node_modules,*/node_modules}', { cwd: root })) {
    mkdirSync(join(copy, modules), { recursive: true })
    for (const entry of readdirSync(join(root, modules))) {
      const source = join(root, modules, entry)
      const workspace = lstatSync(source).isSymbolicLink()
      symlinkSync(workspace ? readlinkSync(source) : source, join(copy, modules, entry))
    }
  }
}

/** Removes every file of the feature, and every line or entry that registers it. Returns the removed files. */
function removeFeature(copy: string, feature: Feature): string[] {
  const removed = globSync(feature.files, { cwd: copy })
    .filter((path) => lstatSync(join(copy, path)).isFile())
    .sort()
  const objects = removed
    .filter((path) => path.endsWith('.sql'))
    .flatMap((path) => [
      ...readFileSync(join(copy, path), 'utf8').matchAll(
        /^create (?:function|table|view) ((?:public|private)\.\w+)/gm,
      ),
    ])
    .map(([, object = '']) => object)
  for (const path of removed) rmSync(join(copy, path))
  rmSync(join(copy, 'web/src/features', feature.name), { recursive: true, force: true })
  const gone = new Set(removed)
  const isGone = (from: string, address: string) => {
    if (address.startsWith('#features/')) return gone.has(join('web/src/features', address.slice(10)))
    return address.startsWith('.') && gone.has(relative('.', join(dirname(from), address)))
  }
  const tasks = removed.filter((path) => path.startsWith('worker/src/')).map((path) => basename(path, '.ts'))
  const addresses = new Set<string>()
  // Process screens first: they give the feature's addresses, which other files link to.
  const paths = globSync(
    [
      'web/src/app/**/*.{ts,tsx}',
      'worker/src/**/*.ts',
      'scripts/**/*.ts',
      'supabase/tests/**/*.ts',
      'supabase/config.toml',
    ],
    { cwd: copy },
  )
  for (const path of paths.sort((one) => (one.endsWith('routing/screens.ts') ? -1 : 1))) {
    const before = readFileSync(join(copy, path), 'utf8')
    const after = withoutEntries(before, path, {
      isGone: (address) => isGone(path, address),
      names: [
        ...objects.map((object) => `'${object}(`),
        ...tasks.map((task) => `* ${task} `),
        ...[...addresses].map((address) => `'${address}'`),
        ...(path.endsWith('.toml') ? removed.map((file) => `"./${relative('supabase', file)}"`) : []),
      ],
    })
    if (path.endsWith('routing/screens.ts'))
      for (const [, address = ''] of before.matchAll(/^ {2}'(\/[^']+)'/gm))
        if (!after.includes(`\n  '${address}'`)) addresses.add(address)
    if (after !== before) writeFileSync(join(copy, path), after)
  }
  return removed
}
