type Square = { x: number; y: number; width: number; height: number }

/** Cuts a square, in the picture's own pixels, to one of `size`. It fails for what is not a picture. */
export async function cutSquare(image: Blob, square: Square, size: number): Promise<Blob> {
  // The camera's turn is applied here, as the browser does where the square was chosen.
  const bitmap = await createImageBitmap(image, { imageOrientation: 'from-image' })
  const canvas = new OffscreenCanvas(size, size)
  const context = canvas.getContext('2d')
  if (!context) throw new Error('The browser gives no canvas.')
  context.imageSmoothingQuality = 'high'
  context.drawImage(bitmap, square.x, square.y, square.width, square.height, 0, 0, size, size)
  bitmap.close()
  // A picture that lets the ground through would turn black in JPEG.
  return canvas.convertToBlob(
    image.type === 'image/png' || image.type === 'image/webp'
      ? { type: 'image/png' }
      : { type: 'image/jpeg', quality: 0.9 },
  )
}
