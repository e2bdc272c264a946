import { randomUUID } from 'node:crypto'
import type { FileStore } from '../file-store.ts'
import type { TaskContext } from '../tasks/task-context.ts'
import { parseMail } from './parse-mail.ts'
import { addressOf, type SupportAddress } from './support-address.ts'

const AT_ONCE = 50
const BUCKET = 'tickets'
/** After so many failures a mail is only noted as unreadable, so that it holds up no other. */
const MOST_TRIES = 5

/**
 * Reads the mails that were kept and gives each to the database, which decides by its Message-ID once. A raw mail goes in the transaction of
 * its decision, so a crash in between reads it again. Without an address of support nothing comes in, and pages are told so.
 */
export async function readMails(
  { pool, log }: TaskContext,
  support: SupportAddress | null,
  sender: string | null,
  store: FileStore | null,
): Promise<void> {
  await pool.query('update private.support_mail_setting set address = $1 where address is distinct from $1', [
    support && addressOf(support),
  ])
  if (!support) return
  for (let n = 0; n < AT_ONCE; n++) {
    const client = await pool.connect()
    let reading: string | null = null
    try {
      await client.query('begin')
      const { rows } = await client.query<{ id: string; raw: Buffer; tries: number }>(
        'select id, raw, tries from private.raw_mails order by tries, id for update skip locked limit 1',
      )
      const [next] = rows
      if (!next) {
        await client.query('rollback')
        return
      }
      reading = next.id
      const { files, ...mail } = await parseMail(next.raw, support)
      if (next.tries >= MOST_TRIES) Object.assign(mail, { problem: 'unreadable', text: '', quoted: null })
      const brought: { path: string; name: string }[] = []
      if (store && mail.token && !mail.problem && !mail.automatic && !mail.bounce)
        for (const { name, ending, type, bytes } of files) {
          const path = `mail/${randomUUID()}.${ending}`
          await store.write(BUCKET, path, new Uint8Array(bytes), type)
          brought.push({ path, name })
        }
      const answer = await client.query<{ done: { outcome: string } }>(
        'select private.receive_mail($1) as done',
        [{ ...mail, files: brought, own: sender }],
      )
      await client.query('delete from private.raw_mails where id = $1', [next.id])
      await client.query('commit')
      const outcome = answer.rows[0]?.done.outcome
      if (outcome !== 'accepted' && store && brought.length > 0)
        await store.remove(
          BUCKET,
          brought.map(({ path }) => path),
        )
      log.info({ mail: mail.message_id, outcome }, 'mail read')
    } catch (error) {
      await client.query('rollback')
      if (reading)
        await client.query('update private.raw_mails set tries = tries + 1 where id = $1', [reading])
      throw error
    } finally {
      client.release()
    }
  }
}
