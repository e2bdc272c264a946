// Owns the import rules between parts (docs/map.md), as a table of forbidden imports. `npm run check` tests every import of the
// repository against it. Patterns match the specifier as written.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, matchesGlob } from 'node:path'

type Arrow = {
  files: string
  /** Forbidden specifiers, as a regular expression that must match completely. */
  refuses: string
  why: string
}

const WORKSPACES = '(@vigie|trading|mails|payments|content|worker|web|server)(/.*)?'
const DATABASE = 'pg|@supabase/.*'
const REACT = 'react(-.*|/.*)?'
/** The parent folder, and folders further up. */
const UP = '\\.\\./.*'
const UP_2 = '(\\.\\./){2}.*'
const SERVICES = ['auth', 'rest', 'realtime', 'storage', 'functions']
const folder = (names: readonly string[]) => `.*/(${names.join('|')})/.*`

export const ARROWS: readonly Arrow[] = [
  ...SERVICES.map((service) => ({
    files: `server/src/${service}/**`,
    refuses: `${folder(SERVICES.filter((other) => other !== service))}|${WORKSPACES}|(\\.\\./){4}.*`,
    why: 'A service meets its siblings in PostgreSQL and knows no product word.',
  })),
  {
    files: 'server/src/{http,database}/**',
    refuses: `${folder(SERVICES)}|${WORKSPACES}`,
    why: 'What all services stand on imports none of them.',
  },
  { files: 'server/src/*', refuses: `${WORKSPACES}|${UP_2}`, why: 'The server knows no product word.' },
  {
    files: 'mails/src/**',
    refuses: `node:.*|nodemailer|${DATABASE}|${WORKSPACES}|${UP_2}`,
    why: 'mails writes letters: it sends nothing and reads nothing.',
  },
  {
    files: 'payments/src/**',
    refuses: `${DATABASE}|${REACT}|${WORKSPACES}|#.*|${UP_2}`,
    why: 'payments speaks to providers: it knows neither the database nor the product.',
  },
  {
    files: 'payments/src/{wallet,ed25519}-*',
    refuses: 'node:.*',
    why: 'Payout addresses are also checked in the browser: their rules are pure.',
  },
  {
    files: 'trading/src/**',
    refuses: `node:.*|${DATABASE}|${REACT}|${WORKSPACES}|(\\.\\./){3}.*`,
    why: 'trading is pure: it imports pure libraries only.',
  },
  {
    files: 'content/src/**',
    refuses: `${DATABASE}|${REACT}|(@vigie|payments|worker|web|server)(/.*)?|${UP}`,
    why: 'content reads what ships into documents: it knows neither the database nor the screens.',
  },
  {
    files: 'content/src/{files,course,question,numbers,problems}.ts',
    refuses: 'node:.*',
    why: 'The studio reads the same folders in the browser.',
  },
  {
    files: 'worker/src/**',
    refuses: `@vigie/.*|${REACT}|.*/(server|web)/src/.*`,
    why: 'The worker imports trading, payments, mails, content and npm packages only.',
  },
  ...[
    { files: 'web/src/features/*/*', up: UP },
    { files: 'web/src/features/*/*/**', up: UP_2 },
  ].map(({ files, up }) => ({
    files,
    refuses: `#(features|app)/.*|${up}`,
    why: 'A feature imports its own folder, #parts, #studio, #ui, #charts, #lib, trading, payments, mails, content and npm; what two features need moves down.',
  })),
  {
    files: 'web/src/{parts,studio}/**',
    refuses: `#(features|app)/.*|${UP_2}`,
    why: 'What several features draw imports #ui, #charts, #lib and trading: it knows no feature.',
  },
  {
    files: 'web/src/charts/**',
    refuses: '#(features|app|parts|studio)/.*',
    why: 'Charts import #ui and #lib: they know no feature.',
  },
  {
    files: 'web/src/ui/**',
    refuses: `#(features|app|parts|studio|charts)/.*|${UP}`,
    why: 'The design system imports #lib only.',
  },
  {
    files: 'web/src/lib/**',
    refuses: `#(features|app|parts|studio|charts|ui)/.*|${UP}`,
    why: 'lib is the ground of the web application.',
  },
]

/** Test files are exempt, except in parts that must stay pure. */
const TESTED_TOO = /^(mails|trading|web)\//

const IMPORT = /^\s*(?:import|export)\b[^'"]*?\bfrom '([^']+)'|^import '([^']+)'|\bimport\('([^']+)'\)/gm

/** The rules that a file breaks, as messages. */
export function brokenBy(path: string, text: string): string[] {
  if (/\.test\.tsx?$/.test(path) && !TESTED_TOO.test(path)) return []
  const arrows = ARROWS.filter(({ files }) => matchesGlob(path, files))
  if (arrows.length === 0) return []
  const addresses = [...text.matchAll(IMPORT)].map(([, from, bare, lazy]) => from ?? bare ?? lazy ?? '')
  return arrows.flatMap(({ refuses, why }) => {
    const refused = new RegExp(`^(?:${refuses})$`)
    return addresses
      .filter((address) => refused.test(address))
      .map((address) => `${path} imports ${address}. ${why}`)
  })
}

if (import.meta.main) {
  const root = join(import.meta.dirname, '../..')
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.ts', '*.tsx'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64_000_000,
  })
  const broken = listed
    .trim()
    .split('\n')
    .flatMap((path) => brokenBy(path, readFileSync(join(root, path), 'utf8')))
  console.log(broken.join('\n'))
  process.exit(broken.length === 0 ? 0 : 1)
}
