const NOWHERE = "object-src 'none'; base-uri 'none'; frame-ancestors 'none'"

/** For every answer that is not a document: if a browser opens it as one, it executes nothing and cannot be framed. */
export const ANSWER_POLICY = `default-src 'none'; ${NOWHERE}`

/** For the site's own files. A worker inherits its script's policy, so requests remain allowed. */
export const FILE_POLICY = NOWHERE

/**
 * Content security policy of pages. Scripts and style sheets: our files, and inline ones with this answer's nonce.
 * Style attributes cannot execute code and are allowed, because prerendered pages contain some from a library. Trusted
 * Types forbid strings as markup or script; the only policy allowed is for the worker's URL. Requests go to this site
 * (some browsers need its socket listed) and to `connectTo`.
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
