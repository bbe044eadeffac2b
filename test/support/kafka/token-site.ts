// An identity provider that gives tokens for client credentials: a JWT without a signature, as Kafka's handlers for tests take it.
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'

export interface TokenSite {
  readonly url: string
  readonly secret: string
  /** Of each token, in seconds. */
  lifeSeconds: number
  readonly asked: { readonly grant: string | null; readonly scope: string | null; readonly client: string }[]
  stop(): Promise<void>
}

const part = (document: object): string => Buffer.from(JSON.stringify(document)).toString('base64url')

export async function startTokenSite(): Promise<TokenSite> {
  const secret = 'a-secret of+this:client'
  const asked: { grant: string | null; scope: string | null; client: string }[] = []
  const server = createServer(async (request, response) => {
    const basic = Buffer.from((request.headers.authorization ?? '').replace('Basic ', ''), 'base64').toString()
    const client = basic
      .split(':')
      .map((word) => decodeURIComponent(word.replaceAll('+', ' ')))
      .join(':')
    const form = new URLSearchParams(await text(request))
    if (client !== `gateway:${secret}`) return void response.writeHead(401).end(`{"error":"no ${client}"}`)
    asked.push({ grant: form.get('grant_type'), scope: form.get('scope'), client })
    const now = Math.floor(Date.now() / 1_000)
    const exp = now + site.lifeSeconds
    const token = `${part({ alg: 'none' })}.${part({ sub: 'gateway', iat: Math.min(now, exp - 1), exp })}.`
    response.end(JSON.stringify({ access_token: token, token_type: 'Bearer', expires_in: site.lifeSeconds }))
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const site: TokenSite = {
    url: `http://127.0.0.1:${(server.address() as { port: number }).port}/token`,
    ...{ secret, asked, lifeSeconds: 3_600 },
    async stop() {
      server.closeAllConnections()
      await new Promise((stopped) => server.close(stopped))
    },
  }
  return site
}
