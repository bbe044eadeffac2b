// Search as you type: every word must be met, in the route or in the service it is of; where none meets all, most of them.
// The address keeps what was asked.
import { askedWords, stemOf } from '../../search-words.ts'

interface Entry {
  readonly element: HTMLElement
  readonly words: string
}

export function offerSearch(): void {
  const box = document.querySelector<HTMLInputElement>('[data-search]')
  if (box === null) return
  const found = document.querySelector<HTMLElement>('[data-found]')
  const nothing = document.querySelector<HTMLElement>('[data-nothing]')
  const groups = [...document.querySelectorAll<HTMLElement>('[data-group]')]
  const services = [...document.querySelectorAll<HTMLElement>('[data-service]')].map((element) => ({
    element,
    words: element.dataset.words ?? '',
    routes: [...element.querySelectorAll<HTMLElement>('[data-route]')].map(
      (route): Entry => ({ element: route, words: route.dataset.words ?? '' }),
    ),
  }))
  const search = () => {
    const asked = askedWords(box.value).map(stemOf)
    const metBy = (words: string, route: Entry) =>
      asked.filter((word) => words.includes(word) || route.words.includes(word)).length
    const most = Math.max(0, ...services.flatMap(({ words, routes }) => routes.map((route) => metBy(words, route))))
    const least = most * 2 > asked.length ? most : asked.length
    let shown = 0
    for (const { element, words, routes } of services) {
      let here = 0
      for (const route of routes) {
        const isMeant = metBy(words, route) >= least
        route.element.hidden = !isMeant
        here += Number(isMeant)
      }
      element.hidden = here === 0
      shown += here
    }
    for (const group of groups) {
      const here = group.querySelectorAll('[data-route]:not([hidden])').length
      group.hidden = here === 0
      const link = document.querySelector<HTMLElement>(`a[href="#${group.id}"]`)
      const count = link?.querySelector('.count')
      if (link && count) [link.hidden, count.textContent] = [here === 0, String(here)]
    }
    if (found !== null)
      found.textContent = `${shown} ${shown === 1 ? 'route' : 'routes'}${least < asked.length ? ` with ${least} of ${asked.length} words` : ''}`
    if (nothing !== null) nothing.hidden = shown > 0
    const { pathname, hash } = location
    history.replaceState(null, '', `${pathname}${asked.length === 0 ? '' : `?q=${encodeURIComponent(box.value)}`}${hash}`)
  }
  box.addEventListener('input', search)
  document.addEventListener('keydown', (event) => {
    const isTyping = /^(INPUT|TEXTAREA|SELECT)$/.test(document.activeElement?.tagName ?? '')
    if (event.key === '/' && !isTyping && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault()
      box.focus()
    }
  })
  const asked = new URLSearchParams(location.search).get('q')
  if (asked !== null) {
    box.value = asked
    search()
  }
}
