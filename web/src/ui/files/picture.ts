type Square = { x: number; y: number; width: number; height: number }

/** Crops to a square, given in the picture's own pixels, and scales it to `size`. Fails if the file is not a picture. */
export async function cutSquare(image: Blob, square: Square, size: number): Promise<Blob> {
  // The camera's rotation is applied, as it is where the square was chosen.
  const bitmap = await createImageBitmap(image, { imageOrientation: 'from-image' })
  const canvas = new OffscreenCanvas(size, size)
  const context = canvas.getContext('2d')
  if (!context) throw new Error('The browser gives no canvas.')
  context.imageSmoothingQuality = 'high'
  context.drawImage(bitmap, square.x, square.y, square.width, square.height, 0, 0, size, size)
  bitmap.close()
  // Transparent pixels would turn black in JPEG.
  return canvas.convertToBlob(
    image.type === 'image/png' || image.type === 'image/webp'
      ? { type: 'image/png' }
      : { type: 'image/jpeg', quality: 0.9 },
  )
}
