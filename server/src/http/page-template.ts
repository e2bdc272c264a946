/** Marks that the build leaves in a text for the server to fill. */
const NONCE = '__NONCE__'
const PUBLIC_URL = '__PUBLIC_URL__'
const ENV = '<!--env-->'

/** A built text with what is known at each answer filled in. */
export function fill(
  template: string,
  { nonce, publicUrl, env }: { nonce: string; publicUrl: string; env: string },
): string {
  return template
    .replaceAll(NONCE, nonce)
    .replaceAll(PUBLIC_URL, publicUrl)
    .replace(ENV, () => `<script type="application/json" id="env">${env}</script>`)
}
