import { createClient, type RealtimeChannel, type SupabaseClient } from '@supabase/supabase-js'
import { WebSocket } from 'ws'
import type { TestProject } from '../testing/test-project.ts'

/** Test support: the official client over either transport, and helpers that wait for its events. */
export type Options = {
  token?: string | (() => string)
  vsn?: '1.0.0' | '2.0.0'
  transport?: 'ws' | 'global' | typeof WebSocket
  key?: string
}

export function client(project: TestProject, options: Options = {}): SupabaseClient {
  const { token, transport = 'global' } = options
  return createClient(project.url, options.key ?? project.anonKey, {
    auth: { persistSession: false, autoRefreshToken: false },
    ...(token ? { accessToken: async () => (typeof token === 'string' ? token : token()) } : {}),
    realtime: {
      ...(options.vsn ? { vsn: options.vsn } : {}),
      ...(transport === 'global' ? {} : { transport: (transport === 'ws' ? WebSocket : transport) as never }),
    },
  })
}

/** Resolves when the channel is joined; rejects with the client's error otherwise. */
export async function joined(channel: RealtimeChannel): Promise<RealtimeChannel> {
  // The client loads its token in the background; an earlier join would use only the API key.
  await channel.socket.setAuth()
  return new Promise((resolve, reject) => {
    channel.subscribe((status, error) => {
      if (status === 'SUBSCRIBED') resolve(channel)
      else reject(new Error(error?.message ?? status))
    })
  })
}

/** A user's access token with further claims. */
export function tokenOf(
  project: TestProject,
  claims: Record<string, unknown> = {},
  seconds = 600,
): Promise<string> {
  const now = Math.floor(Date.now() / 1000)
  return project.keys.issue({
    iss: 'test',
    aud: 'authenticated',
    role: 'authenticated',
    sub: '00000000-0000-4000-8000-000000000001',
    iat: now,
    exp: now + seconds,
    ...claims,
  })
}

/** Polls until the condition holds; fails after two seconds (or `ms`). */
export async function until(condition: () => boolean | Promise<boolean>, ms = 2000): Promise<void> {
  const end = Date.now() + ms
  while (!(await condition())) {
    if (Date.now() > end) throw new Error('the condition was not met in time')
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

export const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
