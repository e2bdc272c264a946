import { execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { freePort } from '../server/src/database/embedded.ts'
import { credentialsIn, pause, startScript, withDirectory } from './process.ts'
import { SHORT, sized } from './short.ts'
import { median, ratio, rounded, table } from './statistics.ts'

/** Uploads and downloads a file of 100 MB with curl, compared with nginx on the same disk; then ten at once. */
const ROUNDS = sized(9, 1)
const SIZE = sized(100_000_000, 1_000_000)
const AT_ONCE = sized(10, 2)

const run = promisify(execFile)
const NOT_MEASURED = Promise.resolve(Number.NaN)

export const measure = (): Promise<string> =>
  withDirectory(async (home) => {
    const project = join(home, 'project', 'supabase')
    mkdirSync(project, { recursive: true })
    writeFileSync(join(project, 'config.toml'), '[storage]\nfile_size_limit = "200MB"\n')
    const file = join(home, 'file')
    writeFileSync(file, randomBytes(SIZE))
    const port = await freePort()
    const dataDir = join(home, 'data')
    const options = ['--project', join(home, 'project'), '--port', String(port), '--data', dataDir]
    // The peer first: where it is missing, no server of ours is left running.
    const nginx = await startNginx(home)
    const server = await startScript('server/src/main.ts', options, {}, { ready: /Serving/ })
    try {
      const { url, serviceRoleKey } = credentialsIn(dataDir)
      const api = `${url}/storage/v1`
      const headers = { authorization: `Bearer ${serviceRoleKey}` }
      await fetch(`${api}/bucket`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: '{"name":"b","public":true}',
      })
      const token = `authorization: Bearer ${serviceRoleKey}`
      const send = ['-H', token, '-H', 'x-upsert: true', '-H', 'content-type: application/x-thing']
      const up = {
        ours: () => upload(`${api}/object/b/file`, file, ['-X', 'POST', ...send]),
        nginx: () => (nginx ? upload(`${nginx.url}/file`, file, ['-X', 'PUT']) : NOT_MEASURED),
      }
      const down = {
        ours: () => download(`${api}/object/public/b/file`),
        nginx: () => (nginx ? download(`${nginx.url}/file`) : NOT_MEASURED),
      }
      const [upOurs, upNginx] = await interleave(up.ours, up.nginx)
      const [downOurs, downNginx] = await interleave(down.ours, down.nginx)

      const idle = memory(server.pid)
      const watch = watchMemory(server.pid)
      const names = Array.from({ length: AT_ONCE }, (_, index) => `many-${index}`)
      await Promise.all(names.map((name) => upload(`${api}/object/b/${name}`, file, ['-X', 'POST', ...send])))
      const uploading = watch.peak()
      watch.reset()
      await Promise.all(names.map((name) => download(`${api}/object/public/b/${name}`)))
      const downloading = watch.stop()
      const megabytes = (bytes: number) => rounded(bytes / 1e6)
      return `${table(
        ['one file of 100 MB', 'Vigie MB/s', 'nginx MB/s', 'Vigie ÷ nginx (range)'],
        [
          ['download', megabytes(median(downOurs)), megabytes(median(downNginx)), ratio(downOurs, downNginx)],
          ['upload', megabytes(median(upOurs)), megabytes(median(upNginx)), ratio(upOurs, upNginx)],
        ],
      )}

Memory of the server: ${megabytes(idle)} MB before, at most ${megabytes(uploading)} MB while ten files arrive at once and
${megabytes(downloading)} MB while ten leave. ${ROUNDS} interleaved rounds with curl; an upload here is on the disk (fsync) before it is answered, one to nginx is not.${nginx ? '' : ' nginx is not installed here and was left out.'}`
    } finally {
      nginx?.stop()
      await server.stop()
    }
  })

/** Debian's nginx at its best: sendfile and a plain directory. Null in a short run where it is not installed. */
async function startNginx(home: string): Promise<{ url: string; stop(): void } | null> {
  const port = await freePort()
  const directory = join(home, 'nginx')
  mkdirSync(join(directory, 'files'), { recursive: true })
  const config = join(directory, 'nginx.conf')
  writeFileSync(
    config,
    `user root; daemon off; worker_processes 1; pid ${directory}/pid; error_log ${directory}/error.log;
events { worker_connections 100; }
http {
  access_log off; sendfile on; tcp_nopush on; client_max_body_size 200m;
  client_body_temp_path ${directory}/body; proxy_temp_path ${directory}/proxy; fastcgi_temp_path ${directory}/fastcgi;
  uwsgi_temp_path ${directory}/uwsgi; scgi_temp_path ${directory}/scgi;
  server { listen 127.0.0.1:${port}; location / { root ${directory}/files; dav_methods PUT; } }
}`,
  )
  const child = spawn('nginx', ['-c', config, '-e', `${directory}/error.log`], { stdio: 'inherit' })
  const missing = new Promise<never>((_, reject) => {
    child.once('error', () => reject(new Error('nginx is missing: apt-get install nginx-light')))
  })
  const url = `http://127.0.0.1:${port}`
  const answers = async () => {
    while (!(await fetch(url).catch(() => null))) await pause(20)
  }
  try {
    await (child.pid === undefined ? missing : Promise.race([answers(), missing]))
  } catch (error) {
    if (SHORT) return null
    throw error
  }
  return { url, stop: () => void child.kill('SIGTERM') }
}

/** Bytes a second of both sides in alternating rounds. */
async function interleave(ours: () => Promise<number>, theirs: () => Promise<number>) {
  const measured: [number[], number[]] = [[], []]
  await ours()
  await theirs()
  for (let round = 0; round < ROUNDS; round++) {
    if (round % 2 === 0) {
      measured[0].push(await ours())
      measured[1].push(await theirs())
    } else {
      measured[1].push(await theirs())
      measured[0].push(await ours())
    }
  }
  return measured
}

const upload = (url: string, file: string, options: string[]) =>
  speed(
    [...options, '-H', 'expect:', '--data-binary', `@${file}`, url],
    '%{http_code} %{size_upload} %{time_total}',
  )

const download = (url: string) => speed([url], '%{http_code} %{size_download} %{time_total}')

async function speed(options: string[], format: string): Promise<number> {
  const { stdout } = await run('curl', ['-s', '-o', '/dev/null', '-w', format, ...options])
  const [status, size, seconds] = stdout.split(' ').map(Number)
  if (!status || status >= 300 || size !== SIZE) throw new Error(`curl was answered ${stdout}`)
  return SIZE / (seconds as number)
}

/** Resident memory of a process in bytes. */
export const memory = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024

/** Samples a process's memory fifty times a second. */
export function watchMemory(pid: number) {
  let most = 0
  const look = () => {
    most = Math.max(most, memory(pid))
  }
  const timer = setInterval(look, 20)
  return {
    peak: () => most,
    reset: () => {
      most = 0
    },
    stop: () => {
      clearInterval(timer)
      return most
    },
  }
}
