// A public page's URL, absolute and without credentials; its fragment is the reader's business and no other page.
import { TollgateError } from '../../base/errors.ts'
import { defineText, malformed } from './kind.ts'

export const mostUrlLength = 2_048
const wanted = 'an absolute http or https URL, percent-encoded, of at most 2048 characters'

export const url = defineText({
  kind: 'url',
  wanted,
  leastLength: 8,
  mostLength: mostUrlLength,
  example: 'https://example.com/',
  description: 'absolute http or https URL of a public page',
  otherNames: ['link', 'u', 'uri', 'page', 'q'],
  canonical(text, asked) {
    // The URL standard drops control characters and mends slashes, so the page read could be another than the one written.
    const isWritten = /^https?:\/\/[^/]/i.test(text) && !/[\s\\\p{Cc}]/u.test(text) && URL.canParse(text)
    if (!isWritten) throw malformed(asked, wanted)
    const parsed = new URL(text)
    if (parsed.username !== '' || parsed.password !== '')
      throw new TollgateError('input_invalid', `${asked.name} must not carry a user name or password.`, {
        detailCode: 'credentials_refused',
      })
    parsed.hash = ''
    // Percent-encoding makes a URL longer than it was written.
    if (parsed.href.length > mostUrlLength) throw malformed(asked, wanted)
    return parsed.href
  },
})
