// Pages of their own for what is better seen than read: the cascade and documents, where they are sold.
import type { FastifyInstance } from 'fastify'
import type { Service } from '../../processors/kit/define.ts'
import { sampleDocument } from '../../processors/services/doc/sample-document.ts'
import { priceText } from '../discovery/calls.ts'
import { documentCaching } from '../document-delivery.ts'
import type { SendPage } from './index.ts'
import type { Place } from './layout.ts'
import { cascadePage } from './pages/cascade.ts'
import { documentsPage } from './pages/documents.ts'
import { pageOf } from './places.ts'
import type { Child } from './view/node.ts'

const samplePath = '/documents/sample.pdf'

interface Special extends Place {
  readonly main: Child
  readonly showsFiles?: boolean
}

export function specialPages(services: readonly Service[], faucet: string | null): readonly Special[] {
  const find = (label: string, path: string) => {
    const service = services.find((one) => one.label === label)
    const route = service?.routes.find((one) => one.path === path)
    return service === undefined || route === undefined ? null : { service, route, url: `/api/${label}${path}` }
  }
  const [demo, cascade, preview, previewFile, convert] = [
    find('cascade', '/demo'),
    find('cascade', '/cascade'),
    find('doc', '/preview'),
    find('doc', '/preview-file'),
    find('doc', '/convert'),
  ]
  const pages: Special[] = []
  if (demo !== null && cascade !== null) {
    const main = cascadePage({ demo: demo.url, stream: '/stream', more: pageOf(cascade.service, cascade.route, false) })
    pages.push({ label: 'Cascade', href: '/cascade', main })
  }
  if (preview !== null && previewFile !== null && convert !== null) {
    const main = documentsPage({
      sample: samplePath,
      preview: preview.url,
      previewFile: previewFile.url,
      convert: convert.url,
      price: priceText(convert.route),
      faucet,
    })
    pages.push({ label: 'Documents', href: '/documents', main, showsFiles: true })
  }
  return pages
}

export function registerSpecials(app: FastifyInstance, pages: readonly Special[], sendPage: SendPage): void {
  for (const { label, href, ...page } of pages)
    app.get(href, async (request, reply) => sendPage(request, reply, { title: `${label} · Tollgate`, here: href, ...page }))
  if (pages.some(({ showsFiles }) => showsFiles))
    app.get(samplePath, async (_request, reply) =>
      reply.type('application/pdf').header('cache-control', documentCaching).send(sampleDocument().bytes),
    )
}
