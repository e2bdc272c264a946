const NOWHERE = "object-src 'none'; base-uri 'none'; frame-ancestors 'none'"

/** Of every answer that is no document: were a browser to open it as one, it runs nothing, and no page frames it. */
export const ANSWER_POLICY = `default-src 'none'; ${NOWHERE}`

/** Of the site's own files. A worker obeys the policy of its script, so requests stay free. */
export const FILE_POLICY = NOWHERE

/**
 * What a page may do, by the browser's own rules. Scripts: our files, and inline ones that carry the nonce of this answer.
 * Style sheets the same; style attributes, which can run nothing, are free: drawn pages hold some of a library's. No text becomes markup or script on its way
 * through the DOM (Trusted Types; the one policy that a page may make is for the address of its worker). Requests go to this site,
 * whose socket some browsers want named, and to `connectTo` alone.
 */
export const securityHeaders = (nonce: string, connectTo: readonly string[]): Record<string, string> => ({
  'content-security-policy': [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    ["connect-src 'self'", ...connectTo].join(' '),
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types worker',
  ].join('; '),
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
  'cross-origin-opener-policy': 'same-origin',
})
