import { describe, expect, it } from 'vitest'
import { mapped, targetOf } from './specifier.ts'

describe('an import specifier', () => {
  it.each([
    ['npm:zod', 'zod'],
    ['npm:zod@4.1', 'zod'],
    ['npm:/hono@4/cors', 'hono/cors'],
    ['npm:@supabase/supabase-js@2', '@supabase/supabase-js'],
    ['npm:@supabase/supabase-js@2/cors', '@supabase/supabase-js/cors'],
    ['jsr:@supabase/supabase-js@2', '@supabase/supabase-js'],
    ['https://esm.sh/@supabase/supabase-js@2.39.3', '@supabase/supabase-js'],
    ['https://esm.sh/stripe@14?target=deno', 'stripe'],
    ['https://esm.sh/v135/date-fns@3/format', 'date-fns/format'],
    ['https://cdn.jsdelivr.net/npm/zod@3/+esm', 'zod/+esm'],
  ])('%s resolves to the package %s', (specifier, name) => {
    expect(targetOf(specifier)).toEqual({ kind: 'package', name })
  })

  it.each([
    'jsr:@supabase/functions-js/edge-runtime.d.ts',
    'https://esm.sh/@supabase/functions-js/src/edge-runtime.d.ts',
  ])('%s resolves to types only', (specifier) => {
    expect(targetOf(specifier)).toEqual({ kind: 'host', module: 'empty' })
  })

  it('of the standard library’s server resolves to the host; other URLs are refused', () => {
    expect(targetOf('https://deno.land/std@0.168.0/http/server.ts')).toEqual({
      kind: 'host',
      module: 'std-http',
    })
    expect(targetOf('https://deno.land/x/oak@v12/mod.ts').kind).toBe('refused')
    expect(targetOf('npm:../../etc/passwd').kind).toBe('refused')
    expect(targetOf('./local.ts')).toEqual({ kind: 'as-it-is' })
    expect(targetOf('node:fs')).toEqual({ kind: 'as-it-is' })
  })
})

describe('an import map', () => {
  const imports = { zod: 'npm:zod@4', hono: 'npm:hono@4', '@/': '../_shared/', '@/deep/': '../deep/' }
  it.each([
    ['zod', 'npm:zod@4'],
    ['hono/cors', 'npm:hono@4/cors'],
    ['@/a.ts', '../_shared/a.ts'],
    ['@/deep/a.ts', '../deep/a.ts'],
    ['./zod', './zod'],
    ['constructor', 'constructor'],
  ])('maps %s to %s', (specifier, target) => {
    expect(mapped(imports, specifier)).toBe(target)
  })
})
