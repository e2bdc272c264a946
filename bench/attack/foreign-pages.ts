import { WebSocket } from 'ws'
import { type Attack, tally } from './target.ts'

const EVIL = 'https://evil.example'

/**
 * What another site's page can try from a member's browser: requests with credentials, sockets, and redirects that leak tokens.
 */
export const foreignPages: Attack = async ({ send, url, anonKey }) => {
  const { outcome, tried } = tally()
  for (const path of [
    '/auth/v1/user',
    '/rest/v1/signals',
    '/storage/v1/bucket',
    '/functions/v1/crypto-invoice',
    '/functions/v1/save-wallet',
    '/realtime/v1/api/broadcast',
    '/health',
    '/',
  ]) {
    for (const method of ['GET', 'OPTIONS']) {
      const answer = await send(path, {
        method,
        headers: { origin: EVIL, 'access-control-request-method': 'POST' },
      })
      tried(
        `${method} ${path} with credentials`,
        answer.headers.get('access-control-allow-credentials') === 'true',
      )
    }
  }
  for (const to of [
    EVIL,
    `${EVIL}/callback`,
    '//evil.example',
    `${url}@evil.example`,
    `${url}.evil.example`,
    'javascript:alert(1)',
    'data:text/html,x',
  ]) {
    const target = encodeURIComponent(to)
    for (const path of [
      `/auth/v1/verify?token=x&type=recovery&redirect_to=${target}`,
      `/auth/v1/authorize?provider=google&redirect_to=${target}`,
      `/auth/v1/callback?state=x&redirect_to=${target}`,
    ]) {
      const answer = await send(path)
      tried(
        `${path.slice(0, 40)} leads to ${to}`,
        /evil|javascript:|data:/.test(answer.headers.get('location') ?? ''),
      )
    }
  }
  for (const origin of [EVIL, 'null', `${url}.evil.example`])
    tried(`a socket from ${origin}`, await opens(url, anonKey, origin))
  return outcome
}

function opens(url: string, anonKey: string, origin: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = new WebSocket(
      `${url.replace('http', 'ws')}/realtime/v1/websocket?apikey=${anonKey}&vsn=1.0.0`,
      { origin },
    )
    socket.on('open', () => {
      socket.close()
      resolve(true)
    })
    socket.on('error', () => resolve(false))
  })
}
