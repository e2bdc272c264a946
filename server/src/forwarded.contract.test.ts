import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import type { TrustedProxies } from './http/trusted-proxy.ts'
import { type TestProject, testProject } from './testing/test-project.ts'

/** The caller's address as all five services determine it, observed in SQL and in functions. */
const projectDir = mkdtempSync(join(tmpdir(), 'forwarded-'))
const folder = join(projectDir, 'supabase', 'functions', 'who')
mkdirSync(folder, { recursive: true })
writeFileSync(
  join(folder, 'index.ts'),
  `Deno.serve((request, { remoteAddr }) => Response.json({ headers: Object.fromEntries(request.headers), remote: remoteAddr.hostname }))`,
)
const sql = `create function caller() returns text language sql as $$ select current_setting('request.headers')::json ->> 'x-client-address' $$;
  grant execute on function caller() to anon;
  insert into storage.buckets (id, name) values ('at-home', 'at-home');
  create policy here on storage.objects to anon using (caller() = '198.51.100.4') with check (caller() = '198.51.100.4');
  create policy here on realtime.messages for insert to anon with check (caller() = '198.51.100.4')`

let project: TestProject
const start = async (trustProxy: TrustedProxies) => {
  project = await testProject({ projectDir, sql, trustProxy })
}
const seen = async (headers: Record<string, string>) => {
  const asked = {
    headers: { apikey: project.anonKey, authorization: `Bearer ${project.anonKey}`, ...headers },
  }
  const row = await (await fetch(`${project.url}/rest/v1/rpc/caller`, asked)).json()
  const call = await (await fetch(`${project.url}/functions/v1/who`, asked)).json()
  return { sql: row, function: call.headers['x-forwarded-for'], remote: call.remote, headers: call.headers }
}
const all = (address: string) => ({ sql: address, function: address, remote: address })

afterEach(() => project.stop())
afterAll(() => rmSync(projectDir, { recursive: true, force: true }))

describe('the address of a caller', () => {
  it('is the connection’s address when there is no proxy, whatever the request claims', async () => {
    await start(0)
    const lies = {
      'x-forwarded-for': '203.0.113.9',
      'x-client-address': '203.0.113.9',
      forwarded: 'for=203.0.113.9',
      'x-real-ip': '203.0.113.9',
      'cf-connecting-ip': '203.0.113.9',
    }
    const told = await seen(lies)
    expect(told).toMatchObject(all('127.0.0.1'))
    expect(JSON.stringify(told.headers)).not.toContain('203.0.113.9')
  })

  it.each([
    [1, '198.51.100.4', '198.51.100.4'],
    [1, '203.0.113.9, 198.51.100.4', '198.51.100.4'],
    [1, '203.0.113.9, 203.0.113.8,203.0.113.7, 198.51.100.4', '198.51.100.4'],
    [2, '203.0.113.9, 198.51.100.4, 10.0.0.2', '198.51.100.4'],
    [2, '198.51.100.4', '198.51.100.4'],
    [['127.0.0.0/8'], '203.0.113.9, 198.51.100.4', '198.51.100.4'],
    [['127.0.0.1', '10.0.0.0/8'], '203.0.113.9, 198.51.100.4, 10.1.2.3, 10.0.0.2', '198.51.100.4'],
    [['127.0.0.1', '10.0.0.0/8'], '10.0.0.9, 198.51.100.4, 10.0.0.2', '198.51.100.4'],
    [['10.0.0.0/8'], '203.0.113.9, 10.0.0.2', '127.0.0.1'],
  ] as [TrustedProxies, string, string][])(
    'with trust %j and chain %s is %s in SQL and in functions',
    async (proxies, chain, caller) => {
      await start(proxies)
      expect(await seen({ 'x-forwarded-for': chain })).toMatchObject(all(caller))
    },
  )

  it('is the same in policies on files and private channels', async () => {
    await start(1)
    const write = async (chain: string, said: string) => {
      const headers = {
        authorization: `Bearer ${project.anonKey}`,
        'content-type': 'application/json',
        'x-forwarded-for': chain,
        'x-client-address': said,
      }
      const post = (path: string) => fetch(project.url + path, { method: 'POST', headers, body: '{}' })
      const file = await post(`/storage/v1/object/at-home/${chain.replaceAll(/\W/g, '-')}`)
      const message = await post('/realtime/v1/api/broadcast/lobby/events/hello?private=true')
      return [file.status, message.status]
    }
    expect(await write('203.0.113.9, 198.51.100.4', '203.0.113.9')).toEqual([200, 202])
    expect(await write('198.51.100.4, 203.0.113.9', '198.51.100.4')).toEqual([400, 403])
  })

  it('is the connection’s when the proxy sends no header', async () => {
    await start(1)
    expect(await seen({})).toMatchObject(all('127.0.0.1'))
  })
})
