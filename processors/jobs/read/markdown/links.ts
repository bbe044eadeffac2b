// Makes every link and image of a page absolute, drops the ones that lead nowhere safe, and lists what is linked.
import type { PageDocument, PageElement } from '../html/dom.ts'
import { shownText } from '../html/dom.ts'

export type PageLink = { text: string; url: string }

/** What of a page's links and pictures the Markdown keeps. */
export type Wanted = { readonly links: 'inline' | 'none'; readonly images?: 'inline' | 'none' }

const mostLinks = 200
const handle = /^[#§¶🔗\s]*$/u

export function absoluteUrl(value: string | null, baseUrl: string): string | null {
  const text = value?.trim() ?? ''
  if (text === '' || text.length > 4000 || !URL.canParse(text, baseUrl)) return null
  const url = new URL(text, baseUrl)
  if (url.protocol === 'mailto:' || url.protocol === 'tel:') return url.href
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return null
  url.username = ''
  url.password = ''
  return url.href.replaceAll('(', '%28').replaceAll(')', '%29')
}

export function settleLinks(content: PageElement, document: PageDocument, baseUrl: string, wanted: Wanted): PageLink[] {
  const keep = wanted.links
  const links = new Map<string, string>()
  for (const anchor of [...content.querySelectorAll('a')]) {
    const href = anchor.getAttribute('href')
    const url = absoluteUrl(href, baseUrl)
    const text = shownText(anchor)
    const inPage = href?.trim().startsWith('#') ?? true
    // Empty links and the "#" beside a heading are handles for a mouse.
    if (inPage ? handle.test(text) : text === '' && anchor.querySelector('img') === null) {
      anchor.remove()
      continue
    }
    if (url !== null && !inPage && text !== '' && links.size < mostLinks && !links.has(url))
      links.set(url, text.slice(0, 200).toWellFormed())
    if (url === null || inPage || keep === 'none') unwrap(anchor, document)
    else anchor.setAttribute('href', url)
    anchor.removeAttribute('title')
  }
  for (const image of [...content.querySelectorAll('img')]) settleImage(image, baseUrl, wanted)
  return [...links].map(([url, text]) => ({ text, url }))
}

// Whoever shows a picture tells its host that the page was read: without being asked for, it is only described.
function settleImage(image: PageElement, baseUrl: string, { links, images = 'none' }: Wanted): void {
  const src = image.getAttribute('src') ?? ''
  const url = absoluteUrl(/^data:/i.test(src) || src === '' ? image.getAttribute('data-src') : src, baseUrl)
  const alt = (image.getAttribute('alt') ?? '').replace(/[\s[\]\\`]+/g, ' ').trim()
  const tiny = ['width', 'height'].some((side) => Number(image.getAttribute(side) ?? '100') <= 2)
  if (links === 'none' || url === null || !url.startsWith('http') || alt === '' || tiny) {
    image.remove()
    return
  }
  if (images === 'none') {
    image.replaceWith(alt)
    return
  }
  image.setAttribute('src', url)
  image.setAttribute('alt', alt)
  image.removeAttribute('title')
}

function unwrap(element: PageElement, document: PageDocument): void {
  const inner = document.createElement('span')
  inner.append(...element.childNodes)
  element.replaceWith(inner)
}
