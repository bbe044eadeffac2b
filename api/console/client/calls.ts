// The boxes that say how a route is called: another language at a press, and the whole of it to the clipboard.
import { type CallOf, snippetsFor } from '../view/snippets.ts'

export function offerCalls(): void {
  document.addEventListener('click', (event) => {
    const button = event.target instanceof Element ? event.target.closest('button') : null
    const box = button?.closest<HTMLElement>('[data-call]')
    const code = box?.querySelector('code')
    if (!button || !box || !code) return
    if (button.dataset.copy !== undefined) void copy(code.textContent ?? '', button)
    const language = button.dataset.language
    if (language === undefined) return
    const call = JSON.parse(box.dataset.call!) as CallOf
    code.textContent = snippetsFor(call).find(({ id }) => id === language)?.code ?? ''
    for (const one of box.querySelectorAll('[data-language]')) one.setAttribute('aria-pressed', String(one === button))
  })
}

async function copy(text: string, button: HTMLElement): Promise<void> {
  const done = await navigator.clipboard.writeText(text).then(
    () => true,
    () => false, // the browser does not let us; the text is there to be marked
  )
  button.textContent = done ? 'Copied' : 'Press Ctrl+C'
  setTimeout(() => {
    button.textContent = 'Copy'
  }, 1_500)
}
