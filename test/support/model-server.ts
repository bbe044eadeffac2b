// A server on this machine that speaks as much of the OpenAI-compatible protocol as a summary needs.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface ModelServer {
  readonly url: string
  readonly asked: { readonly path: string; readonly authorization: string | undefined; readonly body: any }[]
  /** What it says from now on; null is a server error. */
  say(text: string | null): void
  close(): Promise<void>
}

export async function startModelServer(): Promise<ModelServer> {
  const asked: { path: string; authorization: string | undefined; body: any }[] = []
  let said: string | null = ''
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = JSON.parse(Buffer.concat(chunks).toString())
    asked.push({ path: request.url ?? '', authorization: request.headers.authorization, body })
    response.setHeader('content-type', 'application/json')
    if (said === null) return void response.writeHead(500).end('{"error":{"message":"out of order"}}')
    const choice = { index: 0, message: { role: 'assistant', content: said }, finish_reason: 'stop' }
    const usage = { prompt_tokens: 10, completion_tokens: 10, total_tokens: 20 }
    response.end(
      JSON.stringify({
        id: 'one',
        object: 'chat.completion',
        created: 1_700_000_000,
        model: body.model,
        choices: [choice],
        usage,
      }),
    )
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    asked,
    say(text) {
      said = text
    },
    close: () =>
      new Promise((closed) => {
        server.close(() => closed())
        server.closeAllConnections()
      }),
  }
}
