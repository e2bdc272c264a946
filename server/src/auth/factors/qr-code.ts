import encodeQr from 'qr'

const QUIET_MODULES = 4

/**
 * A QR code as SVG: black on white with its quiet zone, so that cameras read it in a dark theme too. Clients show it behind
 * `data:image/svg+xml;utf-8,`: it contains no `#` or `%`, so it needs no encoding.
 */
export function qrCodeSvg(text: string): string {
  const modules = encodeQr(text, 'raw', { ecc: 'medium', border: QUIET_MODULES })
  const size = modules.length
  const path = modules.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return `<svg xmlns="http://www.w3.org/2000/svg" width="200" height="200" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><path fill="white" d="M0 0h${size}v${size}h-${size}z"/><path fill="black" d="${path}"/></svg>`
}
