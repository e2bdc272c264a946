import { globSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, minify, type Plugin } from 'vite'
import { LANGUAGES } from '../mails/src/languages.ts'

const api = process.env.VITE_API_URL ?? 'http://127.0.0.1:3000'
/** Bytes. Texts of screens that only say what is to come are no file of their own. */
const FEW_TEXTS = 1000
/** The server puts a nonce of its own into each answer. */
const NONCE = '__NONCE__'
const services = ['auth', 'rest', 'realtime', 'storage', 'functions']

/** What a member sees first, of whose icons one file is made: those of all other screens are many times more. */
const MEMBER_VIEWS =
  '{app/{,*/}{account-menu,deletion-notice,menus,navigation,notifications,rail,staff-proof-notice,tab-bar,top-bar},features/{signals/{closed-row,filter-bar,screen,signal-card,signal-list,state-label},dashboard/{*,*/*}},charts/{,*/}{direction-badge,event-icons,market-mark},ui/{,*/}{chip,chip-menu,menu,sheet,states}}.{ts,tsx}'
/** What a lesson is made of, likewise. */
const LESSON_VIEWS =
  '{features/courses/{*,lesson/*},parts/{slides,quiz,exercise}/*,ui/{markdown/markdown-parts,figure/breadcrumbs,copy-button}}.{ts,tsx}'

/** The file of each icon by the names under which it is imported: `Building2` is the file building-complex. */
const iconFiles = new Map(
  [
    ...readFileSync(new URL('../esm/lucide-react.mjs', import.meta.resolve('lucide-react')), 'utf8').matchAll(
      /export \{([^}]+)\} from '\.\/icons\/([\w-]+)\.mjs'/g,
    ),
  ].flatMap(([, names = '', file = '']) =>
    [...names.matchAll(/default as (\w+)/g)].map(([, name]) => [name, file] as const),
  ),
)

/** Whether a module is an icon that one of these files imports. */
function iconsOf(views: string): (path: string) => boolean {
  const icons = new Set(
    globSync(views, { cwd: join(import.meta.dirname, 'src') }).flatMap((file) => {
      const source = readFileSync(join(import.meta.dirname, 'src', file), 'utf8')
      const [, names = ''] = /import \{([^}]+)\} from 'lucide-react'/.exec(source) ?? []
      return names.split(',').map((name) => iconFiles.get(name.trim().split(' ')[0]))
    }),
  )
  return (path) => icons.has(/lucide-react\/dist\/esm\/icons\/([\w-]+)\./.exec(path)?.[1] ?? '')
}

/** Modules of ours, by area and name: the folder between the two is left out, since names in an area are unique. */
const module = (path: string) =>
  new RegExp(`/web/src/(${path.replaceAll(/(?<=^|\|)(lib|ui|app|charts)\//g, '$1/(?:[\\w-]+/)?')})\\.tsx?$`)

/**
 * What changes with a dependency and not with every release stays in the browser's cache; and small parts that first views
 * need together travel together, since a file of its own costs each its compression and a request.
 */
const GROUPS = [
  { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// },
  { name: 'router', test: /node_modules\/react-router\// },
  { name: textsOfLanguage, debugName: 'texts', test: /\/messages\/\w+\.json$/ },
  // First what every page has: a group takes along what its modules need, unless another has it already.
  {
    name: 'core',
    test: module(
      'lib/(i18n|brand|router-link|search-params|theme|session-key)|ui/(error-state|spinner|toast)|app/(app|area|brand|browser-router|routes|screens|toasts)',
    ),
  },
  {
    name: 'parts',
    test: /\/web\/src\/(lib\/\w+\/(setting|env)|parts\/brand\/logo|ui\/(page-title|link|card))\.|lucide-react\/.*\/icons\/(check|eye|eye-off|circle-(alert|exclamation-point)|shield-check)\.|\/trading\/src\/plain-decimal\.ts$/,
  },
  {
    name: 'figures',
    test: module('lib/(format|public-\\w+|retry|record-curve)|ui/(step-curve|tooltip|badge|skeleton)'),
  },
  { name: 'visitor', test: module('app/(visitor-area|skip-link|menus)|ui/(menu|on-demand|later)') },
  {
    name: 'home',
    test: module(
      'app/home|features/home/(screen|hero-section|record-card|ledger-\\w+)|features/tour/below-hero',
    ),
  },
  // What every page with a session has, without the client of the auth service itself.
  { name: 'session', test: module('lib/(session|assurance|auth-client|auth-presence)|app/session-boundary') },
  { name: 'auth', test: /node_modules\/@supabase\/auth-js\/|\/web\/src\/lib\/session\/auth\.ts$/ },
  {
    name: 'query',
    test: /node_modules\/@tanstack\/(query-core|react-query)\/|\/web\/src\/lib\/data\/(query|query-boundary)\.tsx?$/,
  },
  { name: 'fields', test: module('ui/(field|input|notice|textarea|password-input)') },
  {
    name: 'decimal',
    test: /node_modules\/decimal\.js\/|\/trading\/src\/(decimal|levels|market\/instruments)\.ts$/,
  },
  // What most screens with a list have.
  {
    name: 'lists',
    test: module(
      'ui/(states|sheet|detail-sheet|use-wide|stat|chip|chip-menu|facts|timeline)|lib/(search-filter|use-now)',
    ),
  },
  // The log-in page's, which would else bring those of the whole member area along.
  { name: 'entry-icons', test: /lucide-react\/.*\/icons\/(mail|fingerprint-pattern|building-complex)\./ },
  { name: 'member-icons', test: iconsOf(MEMBER_VIEWS) },
  { name: 'lesson-icons', test: iconsOf(LESSON_VIEWS) },
  { name: 'icons', test: /node_modules\/lucide-react\/dist\/esm\/icons\//, minShareCount: 2 },
]

export default defineConfig(({ isSsrBuild }) => ({
  worker: { format: 'es' },
  plugins: [react(), tailwindcss(), preloadFont('inter'), inlineFirstPaint(), styleNonce()],
  html: { cspNonce: NONCE },
  build: {
    target: 'es2023',
    sourcemap: false,
    manifest: !isSsrBuild,
    assetsInlineLimit: 0,
    // KB. What reads PDFs is the largest, and fetched with the first one that is shown (features/qualification/proof/pdf-file.ts).
    chunkSizeWarningLimit: 600,
    modulePreload: {
      polyfill: false,
      // What every page asks for itself need not be listed again beside each import.
      resolveDependencies: (_file, found, { hostType }) => {
        if (hostType === 'html') return found
        const own = found.filter(
          (name) =>
            !/\/(react|router|core|parts|(entry-)?icons|visitor|figures|rolldown-runtime)-/.test(name),
        )
        // A file without others is asked for by the import itself.
        return own.length > 1 ? own : []
      },
    },
    rolldownOptions: {
      // What draws pages when the site is built, and their figures when they are asked for.
      ...(isSsrBuild && {
        input: ['prerender', 'figures'].map((name) =>
          join(import.meta.dirname, `src/app/routing/${name}.tsx`),
        ),
      }),
      // Every page carries the names of all files that may be asked for later: each letter of a hash counts two hundred times.
      output: isSsrBuild
        ? {}
        : { chunkFileNames: 'assets/[name]-[hash:7].js', codeSplitting: { groups: GROUPS } },
    },
  },
  server: {
    port: 5173,
    proxy: Object.fromEntries(
      services.map((name) => [`/${name}/v1`, { target: api, ws: name === 'realtime' }]),
    ),
  },
}))

/** A file a language for the frame, for the member area's, for the interface's parts, for each feature, and for those together that say little. */
function textsOfLanguage(path: string): string {
  const [, feature = '', language = ''] = /([^/]+)\/messages\/(\w+)\.json$/.exec(path) ?? []
  if (feature === 'app') return `frame-${language}`
  if (feature === 'shell') return `shell-${language}`
  if (feature === 'ui') return `interface-${language}`
  return statSync(path).size < FEW_TEXTS ? `words-${language}` : `${feature}-${language}`
}

/** The text font is asked for with the page, not once its style sheet has been read. */
function preloadFont(name: string): Plugin {
  return {
    name: 'preload-font',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle }) =>
        Object.keys(bundle ?? {})
          .filter((file) => new RegExp(`^assets/${name}-[\\w-]{8}\\.woff2$`).test(file))
          .map((file) => ({
            tag: 'link',
            attrs: { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: '', href: `/${file}` },
            injectTo: 'head' as const,
          })),
    },
  }
}

/** The script that decides what is painted first travels in the page: asking for it would hold up the paint. It is told the languages. */
function inlineFirstPaint(): Plugin {
  const tag = '<script src="/first-paint.js"></script>'
  return {
    name: 'inline-first-paint',
    transformIndexHtml: {
      order: 'pre',
      handler: async (html) => {
        const file = join(import.meta.dirname, 'public', 'first-paint.js')
        const source = readFileSync(file, 'utf8').replace('__LANGUAGES__', JSON.stringify(LANGUAGES))
        const { code } = await minify('first-paint.js', source)
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
