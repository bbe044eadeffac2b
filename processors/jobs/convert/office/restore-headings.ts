// The reader for articles lowers a page's first headings and drops its title: here they are as the page has them.
import { type PageDocument, type PageElement, shownText } from '../../read/html/dom.ts'

export function restoreHeadings(content: PageElement, document: PageDocument): void {
  const titles = [...document.body.querySelectorAll('h1')].filter((heading) => shownText(heading) !== '')
  const texts = new Set(titles.map(shownText))
  for (const heading of [...content.querySelectorAll('h2')]) {
    if (!texts.has(shownText(heading))) continue
    const title = document.createElement('h1')
    title.append(...heading.childNodes)
    heading.replaceWith(title)
  }
  const only = titles.length === 1 ? titles[0]! : null
  if (only === null || shownText(content).includes(shownText(only))) return
  const title = document.createElement('h1')
  title.append(shownText(only))
  content.append(title, ...[...content.childNodes].filter((node) => node !== title))
}
