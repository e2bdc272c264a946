import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { ProjectConfig } from '../project-config.ts'

/** Finds the project's functions and their entry points. Other names are never used in a path. */
export type FunctionPlace = {
  name: string
  entrypoint: string
  /** The function's import map, if any. */
  importMap: string | null
  verifyJwt: boolean
}

const SLUG = /^[A-Za-z][A-Za-z0-9_-]*$/

/** Looked up at each first request, so that new functions are found. */
export function findFunction(project: ProjectConfig, projectDir: string, name: string): FunctionPlace | null {
  if (!SLUG.test(name)) return null
  const settings = Object.hasOwn(project.functions, name) ? project.functions[name] : undefined
  if (settings?.enabled === false || !project.edge_runtime.enabled) return null
  const root = join(projectDir, 'supabase')
  const folder = join(root, 'functions', name)
  const entrypoint = settings?.entrypoint ? resolve(root, settings.entrypoint) : join(folder, 'index.ts')
  if (!existsSync(entrypoint)) return null
  const maps = settings?.import_map
    ? [resolve(root, settings.import_map)]
    : [
        join(folder, 'deno.json'),
        join(folder, 'deno.jsonc'),
        join(root, 'functions', 'deno.json'),
        join(root, 'functions', 'import_map.json'),
      ]
  return {
    name,
    entrypoint,
    importMap: maps.find((path) => existsSync(path)) ?? null,
    verifyJwt: settings?.verify_jwt ?? true,
  }
}
