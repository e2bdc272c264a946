/** A rectangle in shares of a picture, from its upper left corner. */
export type Area = { x: number; y: number; width: number; height: number }
/** An area of one page of a proof; a picture has one page. */
export type Place = Area & { page: number }
export type Point = { x: number; y: number }

/** The smallest side that can be placed: less is a slip of the hand. */
const LEAST = 0.01
const within = (value: number) => Math.min(1, Math.max(0, value))

/** Where a place of the upright picture lies once that is turned clockwise by quarters. */
export function turned({ x, y, width, height }: Area, quarters: number): Area {
  switch (((quarters % 4) + 4) % 4) {
    case 1:
      return { x: 1 - y - height, y: x, width: height, height: width }
    case 2:
      return { x: 1 - x - width, y: 1 - y - height, width, height }
    case 3:
      return { x: y, y: 1 - x - width, width: height, height: width }
    default:
      return { x, y, width, height }
  }
}

/** The rectangle between two corners, within the picture; null if it is too small to be meant. */
export function between(one: Point, other: Point): Area | null {
  const [left, right] = [one.x, other.x].map(within).sort((a, b) => a - b) as [number, number]
  const [top, bottom] = [one.y, other.y].map(within).sort((a, b) => a - b) as [number, number]
  const [width, height] = [right - left, bottom - top]
  return width < LEAST || height < LEAST ? null : { x: left, y: top, width, height }
}

/** A place moved, or made larger or smaller, within the picture. */
export function shifted(place: Area, by: Point, resize: boolean): Area {
  if (resize)
    return {
      ...place,
      width: Math.min(1 - place.x, Math.max(2 * LEAST, place.width + by.x)),
      height: Math.min(1 - place.y, Math.max(2 * LEAST, place.height + by.y)),
    }
  return {
    ...place,
    x: Math.min(1 - place.width, Math.max(0, place.x + by.x)),
    y: Math.min(1 - place.height, Math.max(0, place.y + by.y)),
  }
}

/** Whether two places share any part. */
export const overlap = (one: Area, other: Area): boolean =>
  one.x < other.x + other.width &&
  other.x < one.x + one.width &&
  one.y < other.y + other.height &&
  other.y < one.y + one.height

/** A place as lengths of the picture. */
export const at = ({ x, y, width, height }: Area) => ({
  left: `${x * 100}%`,
  top: `${y * 100}%`,
  width: `${width * 100}%`,
  height: `${height * 100}%`,
})
