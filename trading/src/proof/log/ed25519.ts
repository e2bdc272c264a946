// Ed25519 (RFC 8032) with a SHA-512 that every page has: the library's default is WebCrypto's, which browsers do not provide to
// pages without HTTPS.
import { getPublicKey, hashes, sign, verify } from '@noble/ed25519'
import { sha512 } from '@noble/hashes/sha2.js'

hashes.sha512 = sha512

export { getPublicKey, sign, verify }
