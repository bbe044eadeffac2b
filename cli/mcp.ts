// A gateway as a local MCP server: what an agent's program asks over stdin and stdout goes there, and calls are paid within limits.
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import type { Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { payerAccount } from '../devnet/accounts.ts'
import { type CommandContext, runCommand, UsageError } from './command.ts'
import { readDollars } from './dollars.ts'
import { createPayingCalls } from './mcp/paying-calls.ts'
import { createPurse } from './mcp/purse.ts'

const help = `usage: npm run mcp -- [url] [--services rates,cot] [--max-usd 0.25] [--budget-usd 2]
Agents start it with npm run --silent mcp, since stdout is the protocol's alone.
Speaks MCP on stdin and stdout for agents that start their servers themselves, and hands everything on to a gateway
(http://127.0.0.1:8402). A paid call is paid by itself: in the demo world with a funded key, elsewhere with WALLET_KEY; without a
key the agent is told the price.
  --services     list the tools of these services too; all can be called
  --max-usd      pay no call that costs more than this (0.25)
  --budget-usd   pay no more than this in all, until it ends (2); what the gateway says it has not charged is there again, as far
                 as its word is taken: for as much as this once more`
const say = (line: string) => process.stderr.write(`${line}\n`)

await runCommand({
  name: 'mcp',
  help,
  flags: { services: 'string', 'max-usd': 'string', 'budget-usd': 'string' },
  words: 1,
  run: (context) => bridge(context),
})

async function bridge({ config, positionals, flags }: CommandContext): Promise<number> {
  const [given = 'http://127.0.0.1:8402'] = positionals
  if (!URL.canParse(given)) throw new UsageError(`${given} is no URL`)
  const url = new URL('/mcp', given)
  if (flags.services !== undefined) url.searchParams.set('services', String(flags.services))
  const key = config.payments.walletKey ?? (config.world === 'live' ? null : payerAccount.privateKey)
  const purse = createPurse({
    account: key === null ? null : privateKeyToAccount(key as Hex),
    mostACall: readDollars('--max-usd', String(flags['max-usd'] ?? '0.25')),
    mostInAll: readDollars('--budget-usd', String(flags['budget-usd'] ?? '2')),
    say,
  })
  const client = new Client({ name: 'tollgate-bridge', version: '1.0.0' })
  await client.connect(new StreamableHTTPClientTransport(url)).catch((error: Error) => {
    const { cause } = error as { cause?: Error }
    throw new Error(
      `no MCP server answers at ${url.href}: ${cause?.message ?? error.message}; is the gateway running (npm start)?`,
    )
  })
  const calls = createPayingCalls(client, purse)
  const instructions = client.getInstructions()
  const server = new Server(client.getServerVersion() ?? { name: 'tollgate', version: '1.0.0' }, {
    capabilities: { tools: {} },
    ...(instructions === undefined ? {} : { instructions }),
  })
  server.setRequestHandler(ListToolsRequestSchema, ({ params }) => client.listTools(params))
  server.setRequestHandler(CallToolRequestSchema, ({ params }, { signal }) => calls.call(params, signal))
  const over = new Promise<void>((done) => {
    server.onclose = done
    process.stdin.once('end', done)
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => done())
  })
  await server.connect(new StdioServerTransport())
  say(`${url.href} on stdio; ${purse.describe()}`)
  await over
  await server.close()
  await client.close()
  return 0
}
