// An example answer as JSON, read out of its service's OpenAPI when somebody opens it.
import { h } from '../view/node.ts'
import { elements } from './elements.ts'

interface Sample {
  readonly at: string
  readonly path: string
  readonly method: string
}

interface OpenApi {
  readonly paths?: Record<
    string,
    Record<string, { readonly responses?: Record<string, { readonly content?: Record<string, { readonly example?: unknown }> }> }>
  >
}

export function offerSamples(): void {
  for (const box of document.querySelectorAll<HTMLDetailsElement>('details[data-sample]'))
    box.addEventListener('toggle', () => {
      const place = box.querySelector<HTMLElement>('[data-json]')!
      // Read once; what could not be read is asked for again when it is opened again.
      if (!box.open || place.querySelector('pre') !== null) return
      place.textContent = 'Reading …'
      void read(JSON.parse(box.dataset.sample!) as Sample).then(
        (example) =>
          place.replaceChildren(...elements(h('pre', { tabindex: 0 }, h('code', null, JSON.stringify(example, null, 2))))),
        (error: Error) => {
          place.textContent = `It could not be read (${error.message}); close this and open it again.`
        },
      )
    })
}

async function read({ at, path, method }: Sample): Promise<unknown> {
  const answer = await fetch(at)
  if (!answer.ok) throw new Error(`${answer.status}`)
  const { paths } = (await answer.json()) as OpenApi
  const example = paths?.[path]?.[method]?.responses?.['200']?.content?.['application/json']?.example
  if (example === undefined) throw new Error('it is not in the document')
  return example
}
