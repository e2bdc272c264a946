import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from 'vite'

/** Builds `sw.js` beside the application that was built before it, with the list of the shell's files. */
const dist = join(import.meta.dirname, 'dist')

/** What opens without a network on a device that never opened it: the frame and the screens a member looks at first. */
const SHELL = [
  'index.html',
  'src/app/frame/member-area.tsx',
  'src/features/dashboard/screen.tsx',
  'src/features/signals/screen.tsx',
  'src/lib/browser/offline-data.ts',
  'src/lib/live/realtime.ts',
  // Files that are groups of modules go by their own names (vite.config.ts).
  'frame-fr',
  'interface-fr',
  'dashboard-fr',
  'signals-fr',
]

/** The font of texts in our languages (what else a text may hold is fetched when it does), and the worker of every page. */
const KEPT_ASSET = /\/(inter-[\w-]{8}\.woff2|known-languages-worker-[\w-]{8}\.js)$/

type Chunk = { file: string; name?: string; imports?: string[]; css?: string[]; assets?: string[] }

export default defineConfig({
  publicDir: false,
  define: { 'self.__FILES': JSON.stringify(shellFiles()), 'process.env.NODE_ENV': '"production"' },
  build: {
    outDir: dist,
    emptyOutDir: false,
    target: 'es2023',
    rolldownOptions: {
      input: join(import.meta.dirname, 'src/app/service-worker.ts'),
      output: { entryFileNames: 'sw.js', format: 'iife' },
    },
  },
})

function shellFiles(): { url: string; revision: string | null }[] {
  const manifest = JSON.parse(readFileSync(join(dist, '.vite', 'manifest.json'), 'utf8')) as Record<
    string,
    Chunk
  >
  const files = new Set<string>()
  const visit = (name: string) => {
    const chunk = manifest[name] ?? Object.values(manifest).find((one) => one.name === name)
    if (!chunk) throw new Error(`The build made no file of "${name}", which the shell needs.`)
    if (files.has(chunk.file)) return
    files.add(chunk.file)
    for (const file of chunk.css ?? []) files.add(file)
    for (const asset of chunk.assets ?? []) if (KEPT_ASSET.test(asset)) files.add(asset)
    for (const next of chunk.imports ?? []) visit(next)
  }
  for (const name of SHELL) visit(name)
  const page = createHash('sha256')
    .update(readFileSync(join(dist, 'index.html')))
    .digest('hex')
  return [
    { url: '/index.html', revision: page.slice(0, 16) },
    { url: '/app.webmanifest', revision: page.slice(0, 16) },
    { url: '/mark.svg', revision: page.slice(0, 16) },
    // The name of a built file holds its content's hash.
    ...[...files].map((file) => ({ url: `/${file}`, revision: null })),
  ]
}
