import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import type { Context } from '../context.ts'
import { given } from '../project-config.ts'

/**
 * A function's environment variables: the project's URL, keys and secrets, and nothing from this process. A secret
 * whose variable is not set is omitted.
 */
export function functionEnvironment({
  project,
  projectDir,
  publicUrl,
  databaseUrl,
  keys,
}: Context): Record<string, string> {
  const secrets = {
    ...readSecrets(join(projectDir, 'supabase', 'functions', '.env')),
    ...project.edge_runtime.secrets,
  }
  const own = Object.entries(secrets).filter(
    ([name, value]) => !name.startsWith('SUPABASE_') && (value === '' || given(value) !== null),
  )
  return {
    ...Object.fromEntries(own),
    SUPABASE_URL: publicUrl,
    SUPABASE_ANON_KEY: keys.anonKey,
    SUPABASE_SERVICE_ROLE_KEY: keys.serviceRoleKey,
    SUPABASE_PUBLISHABLE_KEYS: JSON.stringify({ default: keys.publishableKey }),
    SUPABASE_SECRET_KEYS: JSON.stringify({ default: keys.secretKey }),
    SUPABASE_DB_URL: databaseUrl,
    SUPABASE_JWKS: JSON.stringify(keys.jwks()),
  }
}

function readSecrets(path: string): Record<string, string> {
  try {
    return parseEnv(readFileSync(path, 'utf8')) as Record<string, string>
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {}
    throw error
  }
}
