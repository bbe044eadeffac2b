// What a form asks for: its inputs as a URL's query, or as the JSON of a body.

export interface Call {
  readonly url: string
  readonly init: RequestInit
  readonly shown: string
}

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

export function callOf(form: HTMLFormElement, method: string, path: string): Call {
  const fields = [...form.querySelectorAll<Field>('[data-kind]')].filter(({ value }) => value.trim() !== '')
  const inPath = new Map<string, string>()
  const query = new URLSearchParams()
  const body: Record<string, unknown> = {}
  for (const { name, value, dataset } of fields) {
    if (path.includes(`{${name}}`)) inPath.set(name, value)
    else if (method === 'POST') body[name] = readValue(value, dataset.kind)
    else query.set(name, value)
  }
  const place = path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => encodeURIComponent(inPath.get(name) ?? ''))
  if (method === 'POST') {
    const text = JSON.stringify(body)
    return { url: place, init: { method, headers: { 'content-type': 'application/json' }, body: text }, shown: text }
  }
  const asked = query.toString()
  return { url: place + (asked === '' ? '' : `?${asked}`), init: { method }, shown: '' }
}

// What is no number or no JSON goes as it is: the gateway says what is wrong with it.
function readValue(value: string, kind: string | undefined): unknown {
  if (kind === 'boolean') return value === 'true'
  if (kind === 'number') return Number.isNaN(Number(value)) ? value : Number(value)
  if (kind !== 'json') return value
  try {
    return JSON.parse(value)
  } catch {
    return value // told by the gateway, by name
  }
}
