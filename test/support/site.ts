// A web site on this machine: paths with what they answer, and a record of what was asked for.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface SitePage {
  readonly status?: number
  readonly type: string
  readonly body: string | Buffer
}

export interface Site {
  readonly port: number
  readonly asked: string[]
  at(path: string): string
  close(): Promise<void>
}

export async function startSite(pages: Readonly<Record<string, SitePage>>): Promise<Site> {
  const asked: string[] = []
  const server = createServer((request, response) => {
    const path = (request.url ?? '/').split('?')[0]!
    asked.push(path)
    const page = pages[path] ?? { status: 404, type: 'text/plain', body: 'no such page' }
    response.writeHead(page.status ?? 200, { 'content-type': page.type }).end(page.body)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  return {
    port,
    asked,
    at: (path) => `http://127.0.0.1:${port}${path}`,
    close: () => new Promise((closed) => void server.close(() => closed())),
  }
}
