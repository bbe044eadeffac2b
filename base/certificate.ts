// A certificate that is not taken: nothing passes by waiting, and the engine's words do not say what to do.
import { messageOf } from './errors.ts'

/** What Node calls the faults of certificates. */
export const certificateCodes = /^(CERT_|ERR_TLS_CERT|SELF_SIGNED_|DEPTH_ZERO_|UNABLE_TO_)/
const expired = /certificate (has expired|is not yet valid)/
const otherName = /altnames|does not match certificate/
const unknownIssuer = /self[- ]signed certificate|unable to (?:get issuer|get local issuer|verify the first) certificate/
const noTls = /server does not support SSL/

/** Null where it is about no certificate. `caSetting` is what names authorities. */
export function whatToDoAboutCertificate(error: unknown, caSetting: string, now = new Date()): string | null {
  const words = messageOf(error)
  if (expired.test(words)) return `Renew the server's certificate, or set this machine's clock (${now.toISOString()}) right.`
  if (otherName.test(words)) return 'Name the server as its certificate does, or give it one of that name.'
  if (unknownIssuer.test(words)) return `Name a file with the certificate of the authority that signed it in ${caSetting}.`
  if (noTls.test(words)) return `Let the server speak TLS, or take away ${caSetting} and any sslmode.`
  return null
}
