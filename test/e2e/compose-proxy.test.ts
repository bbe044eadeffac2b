// The compose file's one door before two API processes, one of which is killed while it answers paid calls.
import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { connect } from 'node:tls'
import { x402Client } from '@x402/core/client'
import { ExactEvmScheme } from '@x402/evm/exact/client'
import { wrapFetchWithPayment } from '@x402/fetch'
import { Agent, fetch as fetchWith } from 'undici'
import { expect, onTestFinished, test, vi } from 'vitest'
import { freePort } from '../../db/embedded/free-port.ts'
import { attachDevnet } from '../../devnet/index.ts'
import { findDemoChain } from '../../devnet/other-demo.ts'
import { createDataDir, removeDataDir } from '../support/data-dir.ts'
import { createTestDatabase } from '../support/database.ts'
import { startDnsServer } from '../support/dns-server.ts'
import { fundedAccount, readHeader } from '../support/payment/clients.ts'
import { spawnTollgate, type TollgateProcess } from '../support/process.ts'
import { onlyRates } from '../support/rates-for-sale.ts'
import { isInstalled, startComposeProxy } from '../support/reverse-proxy.ts'
import { until } from '../support/until.ts'

vi.setConfig({ testTimeout: 300_000 })

const hosts = ['127.0.0.1', '127.0.0.2'] as const

async function openDoor(folder: string, port: number, target: number) {
  const names = await startDnsServer(({ name, type }) => (name === 'api' && type === 'A' ? hosts : 'nxdomain'))
  onTestFinished(() => names.close())
  const door = await startComposeProxy({ folder, port, target, names: names.address })
  onTestFinished(() => door.stop())
  const authority = join(folder, 'caddy/pki/authorities/local/root.crt')
  await until('its certificate is made', () => readable(authority) !== '', 60_000)
  // Its authority is there before what it vouches for.
  await until('it speaks for its name', () => speaks(port, readable(authority)), 60_000)
  const agent = new Agent({ connections: 16, connect: { ca: readable(authority) } })
  onTestFinished(() => agent.close())
  return agent
}

// Longer than a call waits where it finds nobody.
const longMs = 6_000

test.skipIf(!isInstalled('caddy'))('whose process dies while an answer is long in coming gets it from the other', async () => {
  const folder = createDataDir('door')
  onTestFinished(() => removeDataDir(folder))
  const [target, port] = [await freePort(), await freePort()]
  const asked = Promise.withResolvers<Server>()
  let calls = 0
  for (const host of hosts) {
    const server = createServer((_request, response) => {
      calls += 1
      if (calls === 1) asked.resolve(server)
      else response.end('answered')
    })
    await new Promise<void>((listening) => server.listen(target, host, listening))
    onTestFinished(() => void server.close())
  }
  const agent = await openDoor(folder, port, target)
  const answering = fetchWith(`https://localhost:${port}/`, { dispatcher: agent })
  const doomed = await Promise.race([asked.promise, answering.then(({ status }) => expect.fail(`${status} of nobody`))])
  await wait(longMs)
  doomed.close()
  doomed.closeAllConnections()
  const answer = await answering
  expect([answer.status, await answer.text(), calls]).toEqual([200, 'answered', 2])
})

test.skipIf(!isInstalled('caddy'))(
  'two API processes behind it share the calls; when one is killed no caller sees it, and each pays once',
  async () => {
    const [database, folder] = [await createTestDatabase(), createDataDir('door')]
    const [target, port] = [await freePort(), await freePort()]
    const origin = `https://localhost:${port}`
    const started: TollgateProcess[] = []
    const metricsPorts = [await freePort(), await freePort()] as const
    onTestFinished(async () => {
      await Promise.all(started.map((one) => one.end('SIGKILL')))
      await database.drop()
      removeDataDir(folder)
    })
    const launch = (host: string, env: Record<string, string>) => {
      const shared = { DATABASE_URL: database.url, PUBLIC_URL: origin, TRUST_PROXY: '127.0.0.1', PORT: String(target) }
      const limits = { RATE_LIMIT_PER_IP: '10000', RATE_LIMIT_PER_PAYER: '10000' }
      const quick = { ONLY_SOURCES: onlyRates, INGEST_JITTER_SECONDS: '0' }
      const one = spawnTollgate({ ...shared, ...quick, DATA_DIR: folder, HOST: host, ...limits, ...env })
      started.push(one)
      return one
    }
    const sells = (host: string) => async () =>
      (await fetch(`http://${host}:${target}/api/rates/rates`).catch(() => null))?.status === 402
    const all = launch(hosts[0], { METRICS_PORT: String(metricsPorts[0]), DEVNET_PORT: String(await freePort()) })
    await until('the first sells', sells(hosts[0]), 150_000).catch((error) =>
      Promise.reject(new Error(`${error}\n${all.output().slice(-2_000)}`)),
    )
    const api = launch(hosts[1], { METRICS_PORT: String(metricsPorts[1]), ROLE: 'api' })
    await until('the second sells', sells(hosts[1]), 150_000).catch((error) =>
      Promise.reject(new Error(`${error}\n${api.output().slice(-2_000)}`)),
    )

    const agent = await openDoor(folder, port, target)
    const ask = (request: Request) => fetchWith(request.url, { dispatcher: agent, headers: Object.fromEntries(request.headers) })

    const chain = await attachDevnet(findDemoChain(folder)!)
    const payer = await fundedAccount(chain)
    const pay = wrapFetchWithPayment(ask as never, new x402Client().register('eip155:*', new ExactEvmScheme(payer)))
    const bought: string[] = []
    let asked = 0
    let callsOfBoth: number[] = []
    const callers = Array.from({ length: 8 }, async () => {
      while (asked < 160) {
        const nth = ++asked
        if (nth === 60) {
          callsOfBoth = await Promise.all(hosts.map((host, nth) => callsOf(`http://${host}:${metricsPorts[nth]}/metrics`)))
          void api.end('SIGKILL')
        }
        const answer = await pay(`${origin}/api/rates/rates`)
        expect(answer.status, `call ${nth}: ${await answer.text()}`).toBe(200)
        bought.push(readHeader(answer, 'payment-response').transaction)
      }
    })
    await Promise.all(callers)

    expect(Math.min(...callsOfBoth), callsOfBoth.join(' and ')).toBeGreaterThan(5)
    expect(new Set(bought).size).toBe(bought.length)
    // What the killed one had answered ahead of the ledger is settled there from its journal, by the one that is left.
    const charged = async () => {
      const asked = `SELECT count(*)::int AS charged FROM payment WHERE state = 'settled' AND payer = $1`
      return (await database.pool.query(asked, [payer.address.toLowerCase()])).rows[0].charged
    }
    await until('the ledger has each', async () => (await charged()) >= bought.length, 120_000)
    expect(await charged()).toBe(bought.length)
  },
)

async function speaks(port: number, ca: string): Promise<boolean> {
  const socket = connect({ host: '127.0.0.1', port, servername: 'localhost', ca })
  const isHeard = await new Promise<boolean>((done) => {
    socket.once('secureConnect', () => done(true))
    socket.once('error', () => done(false))
    socket.once('close', () => done(false))
  })
  socket.destroy()
  return isHeard
}

function readable(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

async function callsOf(url: string): Promise<number> {
  const text = await (await fetch(url)).text()
  const counts = text.matchAll(/^tollgate_request_seconds_count\{(?=[^}]*rates)[^}]*\} (\d+)$/gm)
  return [...counts].reduce((sum, [, count]) => sum + Number(count), 0)
}
