/** Placeholders that the build leaves for the server to fill. */
const NONCE = '__NONCE__'
const PUBLIC_URL = '__PUBLIC_URL__'
const ENV = '<!--env-->'

/** Fills the placeholders of a built text. */
export function fill(
  template: string,
  { nonce, publicUrl, env }: { nonce: string; publicUrl: string; env: object },
): string {
  return template
    .replaceAll(NONCE, nonce)
    .replaceAll(PUBLIC_URL, publicUrl)
    .replace(ENV, () => jsonInPage('env', env))
}

/** Data for the page's scripts, in an element that no text in them can end. */
export const jsonInPage = (id: string, value: unknown): string =>
  `<script type="application/json" id="${id}">${JSON.stringify(value).replaceAll('<', '\\u003c')}</script>`
