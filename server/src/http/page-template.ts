/** Placeholders that the build leaves for the server to fill. */
const NONCE = '__NONCE__'
const PUBLIC_URL = '__PUBLIC_URL__'
const ENV = '<!--env-->'

/** Fills the placeholders of a built text. */
export function fill(
  template: string,
  { nonce, publicUrl, env }: { nonce: string; publicUrl: string; env: string },
): string {
  return template
    .replaceAll(NONCE, nonce)
    .replaceAll(PUBLIC_URL, publicUrl)
    .replace(ENV, () => `<script type="application/json" id="env">${env}</script>`)
}
