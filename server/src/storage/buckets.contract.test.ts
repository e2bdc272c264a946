import { afterAll, beforeAll, expect, it } from 'vitest'
import { type StorageProject, storageProject } from './storage-project.ts'

let project: StorageProject
beforeAll(async () => {
  project = await storageProject()
})
afterAll(() => project.stop())

it('[S-82] creates, shows, changes, empties and removes a bucket for the official client', async () => {
  const { storage } = project.service
  expect((await storage.createBucket('pictures')).data).toEqual({ name: 'pictures' })
  const { data: bucket } = await storage.getBucket('pictures')
  expect(bucket).toEqual({
    id: 'pictures',
    name: 'pictures',
    owner: '',
    public: false,
    file_size_limit: null,
    allowed_mime_types: null,
    created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    updated_at: expect.stringMatching(/Z$/),
  })
  expect(
    (
      await storage.updateBucket('pictures', {
        public: true,
        fileSizeLimit: '20mb',
        allowedMimeTypes: ['image/png'],
      })
    ).data,
  ).toEqual({ message: 'Successfully updated' })
  const changed = (await storage.getBucket('pictures')).data
  expect(changed).toMatchObject({
    public: true,
    file_size_limit: 20_000_000,
    allowed_mime_types: ['image/png'],
  })
  const { data: all } = await storage.listBuckets({
    search: 'PICT',
    sortColumn: 'created_at',
    sortOrder: 'desc',
  })
  expect(all).toEqual([{ ...changed, type: 'STANDARD' }])

  await storage.updateBucket('pictures', { public: true, allowedMimeTypes: null, fileSizeLimit: null })
  await storage.from('pictures').upload('a/b.txt', 'text')
  const full = await storage.deleteBucket('pictures')
  expect(full.error).toMatchObject({
    message: 'The bucket you tried to delete is not empty',
    status: 400,
    statusCode: '409',
  })
  expect((await storage.emptyBucket('pictures')).data?.message).toMatch(/^Empty bucket has been queued/)
  expect((await storage.deleteBucket('pictures')).data).toEqual({ message: 'Successfully deleted' })
  await project.settled()
  expect(project.files()).toEqual({ blobs: 0, staging: 0, resumable: 0 })
})

it('refuses with the messages of the reference', async () => {
  const { storage } = project.service
  await storage.createBucket('taken')
  const refusals = await Promise.all([
    storage.createBucket('taken'),
    storage.createBucket(' spaces '),
    storage.createBucket('slash/ed'),
    storage.createBucket('huge', { public: false, fileSizeLimit: '20gb' }),
    storage.createBucket('odd', { public: false, fileSizeLimit: 'much' }),
    storage.createBucket('odd', { public: false, allowedMimeTypes: ['image'] }),
    storage.getBucket('absent'),
    storage.updateBucket('absent', { public: true }),
    storage.deleteBucket('absent'),
    storage.emptyBucket('absent'),
  ])
  expect(
    refusals.map(({ error }) => [
      error?.message,
      error?.status,
      (error as { statusCode?: string }).statusCode,
    ]),
  ).toEqual([
    ['The resource already exists', 400, '409'],
    ['Bucket name invalid', 400, '400'],
    ['Bucket name invalid', 400, '400'],
    ['The object exceeded the maximum allowed size', 400, '413'],
    ['Invalid file size format, hint: use 20GB / 20MB / 30KB / 3B', 400, '400'],
    ['mime type image is not supported', 400, '415'],
    ...Array(4).fill(['Bucket not found', 400, '404']),
  ])
})

it('requires a token, and a policy to see or create a bucket', async () => {
  const nobody = await fetch(`${project.url}/storage/v1/bucket`)
  expect([nobody.status, await nobody.json()]).toEqual([
    400,
    { statusCode: '403', error: 'Unauthorized', message: 'Invalid Compact JWS', code: 'AccessDenied' },
  ])
  const member = await project.member('0a0a0a0a-0000-4000-8000-000000000001')
  for (const { storage } of [project.visitor, member]) {
    expect((await storage.listBuckets()).data).toEqual([])
    expect((await storage.createBucket('mine')).error).toMatchObject({
      message: 'new row violates row-level security policy',
      statusCode: '403',
    })
    expect((await storage.deleteBucket('taken')).error?.message).toBe('Bucket not found')
  }
})

it('prevents deletion of rows by SQL, and deletes the blobs if it happens anyway', async () => {
  await expect(project.admin.query('delete from storage.objects')).rejects.toThrow(/Direct deletion/)
  await project.service.storage.createBucket('swept')
  await project.service.storage.from('swept').upload('a.txt', 'text')
  const before = project.files().blobs
  await project.admin.query(
    `set local storage.allow_delete_query = 'true'; delete from storage.objects where bucket_id = 'swept'`,
  )
  const { rows } = await project.admin.query('select count(*)::int as noted from _server.storage_blobs')
  expect(rows[0].noted).toBe(1)
  await project.service.storage.from('swept').upload('b.txt', 'text')
  await project.settled()
  expect(project.files().blobs).toBe(before)
})
