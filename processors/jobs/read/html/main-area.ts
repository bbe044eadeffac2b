// Finds the part of a page that its own markup calls the content.
import { type PageDocument, type PageElement, shownText } from './dom.ts'

const byMarkup = ['main', '[role=main]', 'article', '[itemprop=articleBody]']
const byName = [
  '#content',
  '#main',
  '#main-content',
  '#maincontent',
  '#page-body',
  '#article',
  '#bodyContent',
  '.main-content',
  '.page-content',
]
// The named part must hold this share of the page's text, or the name misleads.
const leastShare = 0.25

export function mainArea(document: PageDocument): { root: PageElement; marked: boolean } {
  const body = document.body
  const least = shownText(body).length * leastShare
  for (const selector of [...byMarkup, ...byName]) {
    const found = [...body.querySelectorAll(selector)].filter((element) => element.parentElement?.closest(selector) === null)
    const only = found[0]
    if (found.length === 1 && only !== undefined && shownText(only).length >= least) return { root: narrowed(only), marked: true }
  }
  return { root: body, marked: false }
}

// A main area with one article and little beside it is that article.
function narrowed(root: PageElement): PageElement {
  const articles = [...root.querySelectorAll('article')]
  const only = articles[0]
  if (articles.length !== 1 || only === undefined) return root
  return shownText(only).length >= shownText(root).length * 0.6 ? only : root
}
