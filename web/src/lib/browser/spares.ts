type Line = { saveData?: boolean; effectiveType?: string }

/** Whether the connection is slow or the reader saves data, who then fetch nothing ahead; not every browser tells. */
export function spares(): boolean {
  const { connection } = navigator as Navigator & { connection?: Line }
  return connection?.saveData === true || /[23]g/.test(connection?.effectiveType ?? '')
}
