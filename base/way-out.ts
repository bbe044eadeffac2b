// How requests leave this process: straight, or through the proxy that is a closed network's only way out.
import { type AgentOptions, Agent as NodeAgent } from 'node:https'
import { BlockList, isIP, type Socket } from 'node:net'
import { Agent, Client, Dispatcher, EnvHttpProxyAgent, Pool, setGlobalDispatcher } from 'undici'

export interface Proxies {
  /** For https and wss. */
  readonly https: string
  /** For plain http; null: that goes straight. */
  readonly http: string | null
  /** Names that are reached straight, and all below them, as in NO_PROXY. */
  readonly except: string
}

/** Nothing has reached who was meant. */
export const noWayOut = 'ERR_NO_WAY_OUT'

// Whoever names a proxy means the world, not what stands beside us.
const besideUs = { names: /^localhost$|\.localhost$/, networks: '127.0.0.0/8,::1/128' }
const openWithinMs = 10_000
let proxies: Proxies | null = null
let ranges = new BlockList()

/** For all of this process that asks others by HTTP; to be said before any of it begins. */
export function leaveThrough(given: Proxies | null): void {
  if (given === null) return
  proxies = given
  ranges = rangesIn(`${besideUs.networks},${given.except}`)
  // Node's own fetch goes by this one too.
  setGlobalDispatcher(wayOut())
}

export function wayOut(
  options: Pick<Agent.Options, 'connections' | 'pipelining'> & { readonly connectMs?: number } = {},
): Dispatcher {
  const { connectMs: timeout = openWithinMs, ...each } = options
  if (proxies === null) return new Agent({ ...each, connect: { timeout } })
  return new ProxyButNotNear({
    ...each,
    // Never undefined, for which the library would look into the environment.
    httpProxy: proxies.http ?? '',
    httpsProxy: proxies.https,
    noProxy: proxies.except,
    connect: { timeout },
    proxyTls: { timeout },
    requestTls: { timeout },
    clientFactory: (origin, more) => sayingWhoFailed(new Pool(origin, { ...more, headersTimeout: timeout })),
  })
}

// Networks such as 10.0.0.0/8 stand in many a NO_PROXY, and neither undici nor Node reads them there.
function rangesIn(except: string): BlockList {
  const list = new BlockList()
  for (const one of except.split(/[,\s]/)) {
    const [network = '', bits = ''] = one.split('/')
    const family = isIP(network)
    if (family !== 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128))
      list.addSubnet(network, Number(bits), family === 4 ? 'ipv4' : 'ipv6')
  }
  return list
}

function standsNear({ hostname }: URL): boolean {
  const address = hostname.replace(/^\[|\]$/g, '')
  const family = isIP(address)
  return besideUs.names.test(hostname) || (family !== 0 && ranges.check(address, family === 4 ? 'ipv4' : 'ipv6'))
}

class ProxyButNotNear extends Dispatcher {
  readonly #proxied: EnvHttpProxyAgent
  readonly #straight: Agent
  constructor(options: EnvHttpProxyAgent.Options) {
    super()
    this.#proxied = new EnvHttpProxyAgent(options)
    this.#straight = new Agent(options)
  }
  override dispatch(options: Agent.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    const isNear = options.origin !== undefined && standsNear(new URL(options.origin))
    return (isNear ? this.#straight : this.#proxied).dispatch(options, handler)
  }
  override close = async (): Promise<void> => {
    await Promise.all([this.#proxied.close(), this.#straight.close()])
  }
  override destroy = async (): Promise<void> => {
    await Promise.all([this.#proxied.destroy(), this.#straight.destroy()])
  }
}

/** For an agent of Node's own that speaks to this address by TLS; who is spoken to in the open stands within the house. */
export function wayOutOfAgent(url: string): Pick<AgentOptions, 'proxyEnv'> {
  if (proxies === null || !/^(https|wss):/i.test(url) || standsNear(new URL(url))) return {}
  return { proxyEnv: { HTTPS_PROXY: proxies.https, NO_PROXY: proxies.except } }
}

/** For a WebSocket. */
export function wayOutOfStream(url: string): { readonly agent?: NodeAgent } {
  const way = wayOutOfAgent(url)
  return way.proxyEnv === undefined ? {} : { agent: new NodeAgent(way) }
}

export const isProxied = (): boolean => proxies !== null

/** Through the proxy to the first of these addresses that it reaches. */
export async function tunnelTo(addresses: readonly string[], port: string, withinMs: number): Promise<Socket> {
  const proxy = new URL(proxies!.https)
  const until = AbortSignal.timeout(withinMs)
  const client = sayingWhoFailed(new Client(proxy.origin, { connect: { timeout: withinMs } }))
  const [name, password] = [proxy.username, proxy.password].map(decodeURIComponent)
  const who = name === '' ? {} : { 'proxy-authorization': `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}` }
  let refused: unknown
  try {
    for (const address of addresses) {
      const place = `${address.includes(':') ? `[${address}]` : address}:${port}`
      try {
        const { socket } = await client.connect({ path: place, headers: { host: place, ...who }, signal: until })
        return socket as Socket
      } catch (error) {
        refused ??= error
      }
    }
    throw refused
  } finally {
    void client.destroy()
  }
}

/** A proxy that is away, or that will not, is told as that, and not where it stands: everybody may read why a source fails. */
function sayingWhoFailed<D extends Dispatcher>(client: D): D {
  const connect = client.connect.bind(client) as (wish: Dispatcher.ConnectOptions) => Promise<Dispatcher.ConnectData>
  const connectOrSay = async (wish: Dispatcher.ConnectOptions) => {
    const { socket, statusCode } = await connect(wish).catch(({ code, name }: { code?: unknown; name: string }) => {
      // A DOMException's is a number that says nothing.
      throw failedOnTheWay(`the proxy of HTTPS_PROXY is not reached (${typeof code === 'string' ? code : name})`)
    })
    if (statusCode === 200) return { socket, statusCode }
    socket.on('error', () => undefined).destroy()
    const said = `it answers ${statusCode}${whatToDo[statusCode] ?? ''}`
    throw failedOnTheWay(`the proxy of HTTPS_PROXY lets nothing through to ${wish.path}: ${said}`)
  }
  return Object.assign(client, { connect: connectOrSay })
}

const wrongPassword = '; HTTPS_PROXY must hold a name and password that it takes'
const whatToDo: Readonly<Record<number, string>> = {
  403: '; its owner must allow that host, or NO_PROXY name it',
  401: wrongPassword,
  407: wrongPassword,
}

const failedOnTheWay = (message: string) => Object.assign(new Error(message), { code: noWayOut })
