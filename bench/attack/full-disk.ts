import { type Attack, tally } from './target.ts'

/** Uploads beyond an account's daily quota: concurrent, resumable, and from an anonymous account. */
export const fullDisk: Attack = async ({ send, member, database }) => {
  const { outcome, tried } = tally()
  const victim = await member()
  const { rows: buckets } = await database.query<{ id: string }>('select id from storage.buckets order by 1')
  const bytes = new Uint8Array(64)
  for (const { id } of buckets) {
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, n) =>
        send('/storage/v1/upload/resumable', {
          method: 'POST',
          token: victim.token,
          headers: {
            'tus-resumable': '1.0.0',
            'upload-length': '400000',
            'upload-metadata': `bucketName ${Buffer.from(id).toString('base64')},objectName ${Buffer.from(`${victim.id}/${n}.png`).toString('base64')},contentType ${Buffer.from('image/png').toString('base64')}`,
          },
        }),
      ),
    )
    const opened = answers.filter(({ status }) => status === 201).length
    tried(`${opened} uploads in parts stay open in ${id}`, opened > 20)
    for (const name of [`${victim.id}/../../x.png`, `other/x.png`, `${victim.id}/x.html`, '%2e%2e%2fx.png']) {
      const answer = await send(`/storage/v1/object/${id}/${name}`, {
        method: 'POST',
        token: victim.token,
        body: bytes,
        headers: { 'content-type': 'text/html' },
      })
      tried(`brings ${name} to ${id} (${answer.status})`, answer.ok)
    }
  }
  return outcome
}
