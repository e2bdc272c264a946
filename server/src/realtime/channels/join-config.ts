import { isRecord } from '../serializer.ts'

/** The client's join parameters. Invalid ones fall back to their default, as on Supabase. */
export type JoinConfig = {
  private: boolean
  /** Whether the client receives its own broadcasts, and whether each is acknowledged. */
  self: boolean
  ack: boolean
  replay: { since: number; limit: number } | 'invalid' | null
  replicationReady: boolean
  presence: { key: string; enabled: boolean }
  postgresChanges: Record<string, unknown>[]
  /** Null to use the connection's token. */
  token: string | null
}

export function parseJoin(payload: unknown, replayLimit: number): JoinConfig {
  const join = record(payload)
  const config = record(join.config)
  const broadcast = record(config.broadcast)
  const presence = record(config.presence)
  const changes = config.postgres_changes
  return {
    private: flag(config.private),
    self: flag(broadcast.self),
    ack: flag(broadcast.ack),
    replay: parseReplay(broadcast.replay, replayLimit),
    replicationReady: flag(broadcast.replication_ready),
    presence: {
      key: typeof presence.key === 'string' ? presence.key : '',
      enabled: flag(presence.enabled),
    },
    postgresChanges: Array.isArray(changes) ? changes.filter(isRecord) : [],
    token: ownToken(join.access_token) ?? ownToken(join.user_token),
  }
}

/** An API key instead of a token means that the client has no session. */
export function ownToken(value: unknown): string | null {
  return typeof value === 'string' && value !== '' && !value.startsWith('sb_') ? value : null
}

function parseReplay(value: unknown, most: number): JoinConfig['replay'] {
  if (value === undefined || value === null) return null
  const { since, limit = most } = record(value)
  if (typeof since !== 'number' || !Number.isSafeInteger(since) || since < 0) return 'invalid'
  if (typeof limit !== 'number' || !Number.isFinite(limit)) return 'invalid'
  return { since, limit: Math.min(most, Math.max(1, Math.trunc(limit))) }
}

const record = (value: unknown) => (isRecord(value) ? value : {})
const flag = (value: unknown) => value === true || value === 'true'
