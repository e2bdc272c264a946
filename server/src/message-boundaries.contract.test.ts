import { connect } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestProject, testProject } from './testing/test-project.ts'

let project: TestProject
beforeAll(async () => {
  project = await testProject({ projectDir: `${import.meta.dirname}/../fixtures/foreign` })
})
afterAll(() => project.stop())

/** All answers to these bytes, until the server closes the connection. */
function answersTo(bytes: string): Promise<string> {
  const { hostname, port } = new URL(project.url)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(bytes))
    let text = ''
    socket.on('data', (chunk) => {
      text += chunk
    })
    socket.on('close', () => resolve(text)).on('error', reject)
  })
}

const hidden = 'GET /health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'

it('a well-formed request is answered, so that the refusals below prove something', async () => {
  expect(await answersTo(hidden)).toMatch(/^HTTP\/1\.1 200 /)
})

it.each([
  [
    'its length and says that it comes in chunks',
    'Content-Length: 4\r\nTransfer-Encoding: chunked\r\n',
    '0\r\n\r\n',
  ],
  ['two lengths', 'Content-Length: 4\r\nContent-Length: 5\r\n', 'abcd'],
  [
    'a coding that only ends as chunks by another reading',
    'Transfer-Encoding: chunked, identity\r\n',
    '0\r\n\r\n',
  ],
  ['its length with a sign', 'Content-Length: +4\r\n', 'abcd'],
])(
  'a body with %s is refused, and the bytes after it are not treated as a request',
  async (_name, headers, body) => {
    const answer = await answersTo(
      `POST /auth/v1/token HTTP/1.1\r\nHost: x\r\n${headers}\r\n${body}${hidden}`,
    )
    expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 400'])
  },
)
