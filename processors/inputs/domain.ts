// A site by its host name; of a URL its host is meant.
import { isIP } from 'node:net'
import { isPublicHostName } from '../../base/safe-fetch/index.ts'
import { defineText, malformed, unusable } from './kind.ts'

const wanted = 'a host name, such as example.com'

export const domain = defineText({
  kind: 'domain',
  wanted,
  leastLength: 4,
  mostLength: 2_048,
  example: 'example.com',
  description: 'host name of a site; of a URL its host is meant',
  otherNames: ['site', 'host', 'url'],
  canonical(text, asked) {
    const isUrl = /^https?:\/\//i.test(text)
    const url = isUrl ? text : `https://${text}`
    const isWritten = !/[\s\\\p{Cc}]/u.test(text) && (isUrl || !/[/?#:@]/.test(text)) && URL.canParse(url)
    if (!isWritten) throw malformed(asked, wanted)
    const { hostname, port, username, password } = new URL(url)
    if (port !== '' || username !== '' || password !== '') throw malformed(asked, wanted)
    const name = hostname.replace(/\.$/, '')
    if (isIP(name.replace(/^\[|\]$/g, '')) !== 0 || !isPublicHostName(name, { allowLoopback: false }))
      throw unusable(asked, text, 'is no host name of the public internet')
    return name
  },
})
