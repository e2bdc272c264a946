import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, minify, type Plugin, type Rolldown } from 'vite'

const api = process.env.VITE_API_URL ?? 'http://127.0.0.1:3000'
/** Features whose texts are worth a file of their own. */
const LARGE = ['home', 'auth', 'account', 'signals']
/** The server puts a nonce of its own into each answer. */
const NONCE = '__NONCE__'
const services = ['auth', 'rest', 'realtime', 'storage', 'functions']

/** What changes with a dependency and not with every release stays in the browser's cache. */
const GROUPS = [
  { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// },
  { name: 'router', test: /node_modules\/react-router\// },
  { name: textsOfLanguage, debugName: 'texts', test: /\/messages\/\w+\.json$/ },
  { name: railIcons, debugName: 'rail-icons', test: /node_modules\/lucide-react\/dist\/esm\/icons\// },
]

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [react(), tailwindcss(), preloadFont('inter-latin-opsz'), inlineFirstPaint(), styleNonce()],
  html: { cspNonce: NONCE },
  build: {
    target: 'es2023',
    sourcemap: false,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: isSsrBuild ? {} : { codeSplitting: { groups: GROUPS } },
    },
  },
  server: {
    port: 5173,
    proxy: Object.fromEntries(
      services.map((name) => [`/${name}/v1`, { target: api, ws: name === 'realtime' }]),
    ),
  },
}))

/** The frame's texts and those of small features travel together, a file a language; those of large features with them. */
function textsOfLanguage(path: string): string {
  const [, feature = '', language = ''] = /([^/]+)\/messages\/(\w+)\.json$/.exec(path) ?? []
  if (feature === 'app' || feature === 'ui') return `frame-${language}`
  return LARGE.includes(feature) ? `${feature}-${language}` : `words-${language}`
}

/** The icons of the member area's frame in one file; without it each would be one, since screens use some of them too. */
function railIcons(path: string, chunks: Rolldown.ChunkingContext): string | null {
  const users = chunks.getModuleInfo(path)?.importers ?? []
  return users.some((user) => /src\/app\/(navigation|rail|top-bar|tab-bar|account-menu)\./.test(user))
    ? 'rail-icons'
    : null
}

/** The text font is asked for with the page, not once its style sheet has been read. */
function preloadFont(name: string): Plugin {
  return {
    name: 'preload-font',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle }) =>
        Object.keys(bundle ?? {})
          .filter((file) => file.includes(name) && file.endsWith('.woff2'))
          .map((file) => ({
            tag: 'link',
            attrs: { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: '', href: `/${file}` },
            injectTo: 'head' as const,
          })),
    },
  }
}

/** The script that decides what is painted first travels in the page: asking for it would hold up the paint. */
function inlineFirstPaint(): Plugin {
  const tag = '<script src="/first-paint.js"></script>'
  return {
    name: 'inline-first-paint',
    apply: 'build',
    transformIndexHtml: {
      order: 'pre',
      handler: async (html) => {
        const file = join(import.meta.dirname, 'public', 'first-paint.js')
        const { code } = await minify('first-paint.js', readFileSync(file, 'utf8'))
        return html.replace(tag, () => `<script>${code.trim()}</script>`)
      },
    },
  }
}

/** Sonner writes its style sheet into the page without a nonce; it gets the one that first-paint.js has kept. */
function styleNonce(): Plugin {
  const made = "let style = document.createElement('style')"
  return {
    name: 'style-nonce',
    transform: {
      filter: { id: /node_modules\/sonner\/dist\/index\.mjs$/ },
      handler: (code) => {
        if (!code.includes(made)) throw new Error('Sonner makes its style sheet in another way now.')
        return code.replace(made, `${made}; style.nonce = window.__webpack_nonce__`)
      },
    },
  }
}
