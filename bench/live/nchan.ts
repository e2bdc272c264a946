import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import pg from 'pg'
import { freePort } from '../../server/src/database/embedded.ts'
import { onCore, pause, type Started } from '../process.ts'

/**
 * nginx with nchan as a peer, if Debian's `nginx` and `libnginx-mod-nchan` are installed; `NGINX` and `NCHAN_MODULE` override
 * their paths.
 */
const NGINX = process.env.NGINX ?? '/usr/sbin/nginx'
const MODULE = process.env.NCHAN_MODULE ?? '/usr/lib/nginx/modules/ngx_nchan_module.so'

export const ABSENT = 'nchan is absent: Debian’s `libnginx-mod-nchan` is not installed here.'

/** The PostgreSQL channel that it relays. */
export const CHANNEL = 'bench_nchan'

export type Nchan = { server: Started; port: number }

/** Starts one nginx worker on `core` and relays the database's notifications to it; null where it is not installed. */
export async function startNchan(
  directory: string,
  databaseUrl: string,
  core: number,
): Promise<Nchan | null> {
  if (!existsSync(NGINX) || !existsSync(MODULE)) return null
  const port = await freePort()
  const folder = join(directory, 'nchan')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'nginx.conf'), configuration(folder, port))
  const command = [NGINX, '-p', folder, '-e', 'stderr', '-c', join(folder, 'nginx.conf')]
  const [program = NGINX, ...parameters] = onCore(core, command)
  const child = spawn(program, parameters, { stdio: ['ignore', 'ignore', 'inherit'] })
  await listening(port)
  const database = new pg.Client({ connectionString: databaseUrl })
  await database.connect()
  await database.query(`listen ${CHANNEL}`)
  const post = (group: string, body: string) =>
    fetch(`http://127.0.0.1:${port}/publish/${group}`, { method: 'POST', body }).then((answer) =>
      answer.arrayBuffer(),
    )
  database.on('notification', ({ payload = '' }) => {
    const [whole = '', teaser = ''] = payload.split('\n')
    void post('premium', whole)
    if (teaser) void post('freemium', teaser)
  })
  return {
    port,
    server: {
      child,
      pid: child.pid as number,
      stop: async () => {
        await database.end()
        const ended = new Promise((resolve) => child.once('exit', resolve))
        // A regular stop causes a double free in the module; it has no state to save.
        child.kill('SIGKILL')
        await ended
      },
    },
  }
}

async function listening(port: number): Promise<void> {
  for (let asked = 0; asked < 100; asked++) {
    const open = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1')
      socket.once('connect', () => {
        socket.destroy()
        resolve(true)
      })
      socket.once('error', () => resolve(false))
    })
    if (open) return
    await pause(50)
  }
  throw new Error('nginx does not listen')
}

const configuration = (folder: string, port: number) => `
load_module ${MODULE};
user root;
daemon off;
master_process off;
pid ${folder}/nginx.pid;
worker_rlimit_nofile 20000;
events { worker_connections 8192; }
http {
  access_log off;
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')}
  keepalive_requests 1000000;
  nchan_max_reserved_memory 64M;
  server {
    listen 127.0.0.1:${port};
    location ~ ^/publish/(\\w+)$ { nchan_publisher; nchan_channel_id $1; nchan_message_buffer_length 100; }
    location ~ ^/(\\w+)$ { nchan_subscriber websocket; nchan_channel_id $1; nchan_subscriber_first_message newest; }
  }
}
`
