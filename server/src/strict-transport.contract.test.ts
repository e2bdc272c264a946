import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestProject, testProject } from './testing/test-project.ts'

let project: TestProject
let listened: string
beforeAll(async () => {
  project = await testProject({ projectDir: `${import.meta.dirname}/../fixtures/foreign` })
  listened = project.url
})
afterAll(() => project.stop())

const PATHS = [
  '/health',
  '/auth/v1/settings',
  '/rest/v1/nothing',
  '/realtime/v1/api/ping',
  '/storage/v1/bucket',
  '/storage/v1/upload/resumable/x',
  '/functions/v1/hello',
  '/nowhere',
  '/%',
]

it.each(PATHS)('%s sends HSTS on a site served by https, and only there', async (path) => {
  const told = async (publicUrl: string) => {
    project.context.publicUrl = publicUrl
    const headers = { authorization: `Bearer ${project.anonKey}` }
    const method = path.includes('resumable') ? 'HEAD' : 'GET'
    return (await fetch(listened + path, { method, headers })).headers.get('strict-transport-security')
  }
  expect(await told('https://gardens.example')).toBe('max-age=31536000')
  expect(await told('http://gardens.example')).toBeNull()
  expect(await told(listened)).toBeNull()
})
