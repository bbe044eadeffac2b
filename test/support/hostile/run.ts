// Strangers and payers at once against the running program: how it ends for each, how long payers wait, and what is left behind.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { request } from 'node:http'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { basename } from 'node:path'
import { freePort } from '../../../db/embedded/free-port.ts'
import { attachDevnet } from '../../../devnet/index.ts'
import { findDemoChain } from '../../../devnet/other-demo.ts'
import { readyPrefix } from '../../../processors/jobs/convert/process/scratch.ts'
import { createDataDir, removeDataDir } from '../data-dir.ts'
import { currentClient, type Fetch, fundedAccount } from '../payment/clients.ts'
import { spawnTollgate, untilHealthy } from '../process.ts'
import { descendantsOf, workersOf } from '../process-tree.ts'
import { respond, startRawServer } from '../raw-server.ts'
import { type HostileCase, hostileRobots, makeCases } from './cases.ts'

export interface HostileRun {
  readonly seed: number
  readonly outcomes: Readonly<Record<string, Readonly<Record<number, number>>>>
  readonly quietP99Ms: number
  readonly hostileP99Ms: number
  readonly payerFailures: readonly number[]
  readonly rssBeforeMb: number
  readonly rssAfterMb: number
  /** Folders with something in them a moment after the last answer. */
  readonly scratchLeft: readonly string[]
  readonly leftAfterKill: readonly string[]
}

export type HostileOptions = {
  readonly seed: number
  readonly cases: number
  readonly connections: number
  readonly payers: number
  readonly calmMs: number
}

const honest = `<html><head><title>Honest</title></head><body><main><p>${'A plain page of plain words. '.repeat(40)}</p></main></body></html>`

export async function runHostile({ seed, cases: most, connections, payers, calmMs }: HostileOptions): Promise<HostileRun> {
  const cases = makeCases(seed, most)
  const site = await startRawServer((path, socket) => serve(cases, path, socket))
  const strict = await startRawServer((path, socket) => {
    if (path === '/robots.txt') return respond(socket, '200 OK', { 'content-type': 'text/plain' }, hostileRobots(seed))
    respond(socket, '200 OK', { 'content-type': 'text/html' }, honest)
  })
  const folder = createDataDir('hostile')
  const [PORT, DEVNET_PORT] = [String(await freePort()), String(await freePort())]
  const env = { DATA_DIR: folder, PORT, DEVNET_PORT, ONLY_SOURCES: 'nyfed-rates', ALLOW_LOOPBACK_URLS: 'yes' }
  const program = spawnTollgate({ ...env, URL_PORTS: `${site.port},${strict.port}`, LOG_LEVEL: 'warn' })
  try {
    await untilHealthy(program)
    const chain = await attachDevnet(findDemoChain(folder)!)
    const buy = async (url: string, wallet: Fetch) => {
      const asked = `${program.url}/api/read/read?url=${encodeURIComponent(url)}`
      const response = await wallet(asked)
      await response.arrayBuffer()
      return response.status
    }
    const wallets: Fetch[] = []
    for (let i = 0; i < payers + 4; i++) wallets.push(currentClient(await fundedAccount(chain)))
    await buy(`http://127.0.0.1:${site.port}/honest`, wallets[0]!)
    const payFor = async (until: () => boolean) => {
      const took: number[] = []
      const failures: number[] = []
      const pay = async (wallet: Fetch) => {
        do {
          const startedAt = performance.now()
          const status = await buy(`http://127.0.0.1:${site.port}/honest`, wallet)
          took.push(performance.now() - startedAt)
          if (status !== 200) failures.push(status)
        } while (!until())
      }
      await Promise.all(wallets.slice(4).map(pay))
      took.sort((a, b) => a - b)
      return { p99: took[Math.floor(0.99 * (took.length - 1))]!, failures }
    }
    const calmUntil = performance.now() + calmMs
    const quiet = await payFor(() => performance.now() > calmUntil)
    const rssBeforeMb = rssMb(program.child.pid!)
    const outcomes: Record<string, Record<number, number>> = {}
    let next = 0
    let isOver = false
    const attack = async (place: number) => {
      while (next < cases.length) {
        const i = next++
        const { name, route } = cases[i]!
        const host = i % 10 === 9 ? strict.port : site.port
        const url = `http://127.0.0.1:${host}/case/${i}`
        const status =
          route === 'read'
            ? await buy(url, wallets[place % 4]!)
            : await ask(`${program.url}/api/doc/preview?url=${encodeURIComponent(url)}`, `127.0.2.${1 + (i % 250)}`)
        const seen = outcomes[name] ?? {}
        outcomes[name] = seen
        seen[status] = (seen[status] ?? 0) + 1
      }
    }
    const attacking = Promise.all(Array.from({ length: connections }, (_, place) => attack(place))).finally(() => {
      isOver = true
    })
    const [during] = await Promise.all([payFor(() => isOver), attacking])
    const scratchLeft = scratchOf(program.child.pid!)
    const rssAfterMb = rssMb(program.child.pid!)
    const left = [...descendantsOf(program.child.pid!)].filter(({ pid }) =>
      workersOf(program.child.pid!).some((w) => w.pid === pid),
    )
    void program.end('SIGKILL')
    const leftAfterKill = await remaining(new Set(left.map(({ pid }) => pid)), program.child.pid!)
    return {
      seed,
      outcomes,
      quietP99Ms: quiet.p99,
      hostileP99Ms: during.p99,
      payerFailures: [...quiet.failures, ...during.failures],
      rssBeforeMb,
      rssAfterMb,
      scratchLeft,
      leftAfterKill,
    }
  } finally {
    await program.end('SIGKILL')
    await Promise.all([site.close(), strict.close()])
    removeDataDir(folder)
  }
}

function serve(cases: readonly HostileCase[], path: string, socket: Socket): void {
  if (path === '/honest') return void respond(socket, '200 OK', { 'content-type': 'text/html' }, honest)
  const hostile = cases[Number(/^\/case\/(\d+)/.exec(path)?.[1] ?? -1)]
  if (hostile === undefined) return void respond(socket, '404 Not Found', { 'content-type': 'text/plain' }, '')
  const { type, body, encoding, framing } = hostile
  const headers = {
    ...(type === '' ? {} : { 'content-type': type }),
    ...(encoding === undefined ? {} : { 'content-encoding': encoding }),
  }
  if (framing === 'plain') return void respond(socket, '200 OK', headers, body)
  if (framing === 'cut') return void respond(socket, '200 OK', { ...headers, 'content-length': String(body.length + 50) }, body)
  socket.write(`HTTP/1.1 200 OK\r\ncontent-type: ${type}\r\ntransfer-encoding: chunked\r\n\r\n`)
  const extension = framing === 'chunk extensions' ? `;${'e'.repeat(50_000)}` : ''
  for (const byte of body)
    socket.write(Buffer.concat([Buffer.from(`1${extension}\r\n`), Buffer.from([byte]), Buffer.from('\r\n')]))
  socket.write('0\r\n\r\n')
}

function ask(url: string, localAddress: string): Promise<number> {
  return new Promise((done, failed) => {
    request(url, { localAddress }, (answer) => answer.resume().once('end', () => done(answer.statusCode!)))
      .once('error', failed)
      .end()
  })
}

const rssMb = (pid: number) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1]) / 1024

function scratchOf(pid: number): string[] {
  const roots = readdirSync(tmpdir()).filter((name) => name.startsWith('tollgate-work-') && name.includes(`-${pid}-`))
  return roots.flatMap((root) =>
    readdirSync(`${tmpdir()}/${root}`).flatMap((worker) =>
      readdirSync(`${tmpdir()}/${root}/${worker}`)
        .filter((name) => !isWaiting(`${tmpdir()}/${root}/${worker}/${name}`))
        .map((name) => `${worker}/${name}`),
    ),
  )
}

// What waits for the next document has nothing of the last one: one of each of two programs, which have written nothing.
function isWaiting(folder: string): boolean {
  if (!basename(folder).startsWith(readyPrefix)) return false
  const runs = readdirSync(folder)
  const written = ['out', 'err']
    .flatMap((name) => runs.map((run) => `${folder}/${run}/${name}`))
    .filter((path) => existsSync(path))
  return runs.length <= 2 && written.every((path) => statSync(path).size === 0)
}

// Five seconds, as the program's end promises.
async function remaining(pids: ReadonlySet<number>, program: number): Promise<string[]> {
  const deadline = performance.now() + 5_000
  for (;;) {
    const running = descendantsOf(1).filter(({ pid }) => pids.has(pid))
    const roots = readdirSync(tmpdir()).filter((name) => name.startsWith('tollgate-work-') && name.includes(`-${program}-`))
    const left = [...running.map(({ command }) => command), ...roots]
    if (left.length === 0 || performance.now() > deadline) return left
    await new Promise((next) => setTimeout(next, 100))
  }
}
