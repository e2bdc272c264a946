/** The address of a thread, or of a post in it. */
export const threadAddress = (id: string, position?: number): string =>
  `/communaute?sujet=${id}${position === undefined ? '' : `&message=${position}`}`
