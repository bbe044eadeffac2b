// The page a person sees at a host: what is sold here, for how much, how it is called, and how old the answers are.
import type { RouteDefinition, Service } from '../../processors/kit/define.ts'
import { exampleCall, inputLines, priceText } from './calls.ts'
import type { FreshnessByRoute, RouteFreshness } from './freshness.ts'
import { pageStyle } from './style.ts'
import { type TextOptions, worldNote } from './text.ts'

/** No script and nothing from elsewhere: what is on the page came with it. */
export const pagePolicy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

export function writePage(o: TextOptions, ages: FreshnessByRoute): string {
  const routes = o.services.reduce((sum, service) => sum + service.routes.length, 0)
  const note = worldNote(o.world)
  const world = note === null ? '' : `<p class="note">${note}</p>`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(o.title)}</title>
<meta name="description" content="${escaped(o.description)}">
<link rel="icon" href="${escaped(o.documentsAt)}/favicon.ico">
<style>${pageStyle}</style>
</head>
<body>
<header>
<h1>${escaped(o.title)}</h1>
<p>${escaped(o.description)}</p>
${world}
<nav>${documentLinks(o)}</nav>
</header>
<main>
<p class="count">${routes} ${routes === 1 ? 'route' : 'routes'}. Call one unpaid and the 402 names its price; pay with any x402 client; only a 200 is charged.</p>
${o.services.map((service) => describeService(service, o, ages)).join('\n')}
</main>
</body>
</html>
`
}

function documentLinks({ documentsAt, origin }: TextOptions): string {
  const links: [string, string][] = [
    ['OpenAPI', `${documentsAt}/openapi.json`],
    ['Manual', `${documentsAt}/SKILL.md`],
    ['llms.txt', `${documentsAt}/llms.txt`],
    ['x402', `${documentsAt}/.well-known/x402`],
    ['Health', `${documentsAt}/health`],
    ['Catalog', `${origin}/catalog.json`],
  ]
  return links.map(([name, url]) => `<a href="${escaped(url)}">${name}</a>`).join(' ')
}

function describeService(service: Service, o: TextOptions, ages: FreshnessByRoute): string {
  const base = o.baseOf(service.label)
  const name = o.services.length > 1 ? `<a href="${escaped(base)}">${escaped(service.title)}</a>` : escaped(service.title)
  return `<section>
<h2>${name}</h2>
<p>${escaped(service.description)}</p>
${service.routes.map((route) => describeRoute(base, route, ages.get(route))).join('\n')}
</section>`
}

function describeRoute(base: string, route: RouteDefinition<any, any>, age: RouteFreshness | undefined): string {
  const inputs = inputLines(route)
    .map(
      ({ name, isRequired, description }) =>
        `<code title="${escaped(description)}">${escaped(name)}${isRequired ? '' : '?'}</code>`,
    )
    .join(' ')
  return `<article>
<h3><span class="method">${route.method}</span> ${escaped(route.path)} <span class="price">${priceText(route)}</span> ${ageBadge(age)}</h3>
<p>${escaped(route.summary)}${inputs === '' ? '' : ` <span class="inputs">${inputs}</span>`}</p>
<pre>${escaped(exampleCall(base, route))}</pre>
</article>`
}

function ageBadge(age: RouteFreshness | undefined): string {
  if (age === undefined || age.state === 'on_request') return '<span class="age">on request</span>'
  if (age.age_seconds === null) return '<span class="age empty">not computed yet</span>'
  return `<span class="age ${age.state}">${inWords(age.age_seconds)} old</span>`
}

export function inWords(seconds: number): string {
  if (seconds < 90) return `${seconds} s`
  if (seconds < 5_400) return `${Math.round(seconds / 60)} min`
  return seconds < 129_600 ? `${Math.round(seconds / 3_600)} h` : `${Math.round(seconds / 86_400)} d`
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;').replaceAll("'", '&#39;')
