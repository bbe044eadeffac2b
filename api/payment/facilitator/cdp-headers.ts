// The headers of a request to Coinbase's facilitator: a token for this one request, signed with the operator's key by Coinbase's own package.
import type { RequestHeaders } from './http.ts'

// As the package's own clients ask for.
const lifetimeSeconds = 120

export function createCdpHeaders(url: string, key: { readonly keyId: string; readonly keySecret: string }): RequestHeaders {
  const { host } = new URL(url)
  return async (requestMethod, requestPath) => {
    // Loaded only where such a key is set: it brings much with it.
    const { generateJwt } = await import('@coinbase/cdp-sdk/auth')
    const wish = { requestMethod, requestHost: host, requestPath, expiresIn: lifetimeSeconds }
    const token = await generateJwt({ apiKeyId: key.keyId, apiKeySecret: key.keySecret, ...wish })
    return { authorization: `Bearer ${token}` }
  }
}
