import type { Page } from 'playwright-core'

/** So many seconds of video, recorded by the browser. */
export async function film(page: Page, seconds: number): Promise<Buffer> {
  const bytes = await page.evaluate(async (wanted) => {
    const canvas = document.createElement('canvas')
    canvas.width = 64
    canvas.height = 36
    const pen = canvas.getContext('2d') as CanvasRenderingContext2D
    const recorder = new MediaRecorder(canvas.captureStream(20), { mimeType: 'video/webm' })
    const parts: Blob[] = []
    recorder.ondataavailable = ({ data }) => parts.push(data)
    const ended = new Promise((resolve) => {
      recorder.onstop = resolve
    })
    // A part every twentieth of a second: a second of film is twenty parts.
    recorder.start(50)
    for (let frame = 0; parts.length < wanted; frame++) {
      pen.fillStyle = `hsl(${frame * 18} 80% 50%)`
      pen.fillRect(0, 0, 64, 36)
      await new Promise((resolve) => requestAnimationFrame(resolve))
    }
    recorder.stop()
    await ended
    return [...new Uint8Array(await new Blob(parts).arrayBuffer())]
  }, seconds * 20)
  return Buffer.from(bytes)
}
