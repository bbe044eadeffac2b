// The proxies of docs/deploy.md as an operator runs them, with their text as it stands there, on ports and certificates of a test's own.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:https'
import { connect } from 'node:net'
import { join } from 'node:path'
import { generate } from 'selfsigned'
import { until } from './until.ts'

export const deployGuide = readFileSync(new URL('../../docs/deploy.md', import.meta.url), 'utf8')
export const guideDomain = 'data.example.com'

export type Certificate = { readonly cert: string; readonly key: string }
export type ProxyOptions = {
  readonly folder: string
  readonly port: number
  readonly target: number
  readonly certificate: Certificate
}
export type ReverseProxy = { stop(): Promise<void> }

export async function makeCertificate(): Promise<Certificate> {
  const altNames = [guideDomain, `*.${guideDomain}`].map((value) => ({ type: 2 as const, value }))
  const made = await generate([{ name: 'commonName', value: guideDomain }], {
    extensions: [{ name: 'subjectAltName', altNames }],
  })
  return { cert: made.cert, key: made.private }
}

export const isInstalled = (program: string) => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0
const starters: Record<string, (o: ProxyOptions) => Promise<ReverseProxy>> = {
  nginx: startNginx,
  caddy: startCaddy,
  node: startPlain,
}
/** Those of this machine; one of our own where there are none. */
export const proxiesHere = ['nginx', 'caddy'].filter(isInstalled)
if (proxiesHere.length === 0) proxiesHere.push('node')

export const startReverseProxy = (kind: string, options: ProxyOptions): Promise<ReverseProxy> => starters[kind]!(options)

function textOf(kind: string): string {
  return new RegExp(`\`\`\`${kind}\\n([\\s\\S]*?)\`\`\``).exec(deployGuide)![1]!
}

function startNginx({ folder, port, target, certificate }: ProxyOptions): Promise<ReverseProxy> {
  const files = writeCertificate(folder, certificate)
  const servers = textOf('nginx')
    .replaceAll('listen 443', `listen 127.0.0.1:${port}`)
    .replaceAll('listen 80;', `listen unix:${folder}/nginx-80.sock;`)
    .replaceAll('127.0.0.1:8402', `127.0.0.1:${target}`)
    .replace(/ssl_certificate .*;/, `ssl_certificate ${files.cert};`)
    .replace(/ssl_certificate_key .*;/, `ssl_certificate_key ${files.key};`)
  const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${folder}/nginx-${name};`)
    .join('\n')
  const text = `daemon off; worker_processes 1; pid ${folder}/nginx.pid; error_log stderr warn;
events { worker_connections 512; }
http { access_log off; ${folders}
${servers}}`
  writeFileSync(join(folder, 'nginx.conf'), text)
  return run(spawn('nginx', ['-c', join(folder, 'nginx.conf'), '-p', folder]), port)
}

function startCaddy({ folder, port, target, certificate }: ProxyOptions): Promise<ReverseProxy> {
  const files = writeCertificate(folder, certificate)
  const site = textOf('caddy')
    .replace(/tls .*/, `tls ${files.cert} ${files.key}`)
    .replace('127.0.0.1:8402', `127.0.0.1:${target}`)
  const text = `{\n\tadmin off\n\thttps_port ${port}\n\tauto_https disable_redirects\n\tdefault_bind 127.0.0.1\n}\n${site}`
  writeFileSync(join(folder, 'Caddyfile'), text)
  return runCaddy(folder, port)
}

/** The door of the compose file, with its text as it stands there: the API processes are those that `names` finds under their name. */
export function startComposeProxy({ folder, port, target, names }: Omit<ProxyOptions, 'certificate'> & { names: string }) {
  const site = readFileSync(new URL('../../deploy/compose/Caddyfile', import.meta.url), 'utf8').replace(
    'port 8402',
    `port ${target}\n\t\t\tresolvers udp/${names}`,
  )
  const own = `admin off\n\thttps_port ${port}\n\tauto_https disable_redirects\n\tskip_install_trust\n\tdefault_bind 127.0.0.1`
  writeFileSync(join(folder, 'Caddyfile'), `{\n\t${own}\n}\n${site}`)
  return runCaddy(folder, port)
}

function runCaddy(folder: string, port: number): Promise<ReverseProxy> {
  const env = { PATH: process.env.PATH, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder }
  return run(spawn('caddy', ['run', '--config', join(folder, 'Caddyfile'), '--adapter', 'caddyfile'], { env }), port)
}

async function startPlain({ port, target, certificate }: ProxyOptions): Promise<ReverseProxy> {
  const forward = (raw: string[], from: string) => {
    const kept = raw.flatMap((name, i) => (i % 2 === 0 && !/^x-forwarded-/i.test(name) ? [[name, raw[i + 1]!]] : []))
    return [...kept, ['X-Forwarded-For', from], ['X-Forwarded-Proto', 'https']].map((pair) => pair.join(': ')).join('\r\n')
  }
  const server = createServer(certificate)
  // Byte for byte: one request a connection is all the tests need.
  server.on('connection', (socket) => socket.on('error', () => undefined))
  const pass = (request: import('node:http').IncomingMessage) => {
    const upstream = connect(target, '127.0.0.1')
    const { socket, method, url, rawHeaders } = request
    const isUpgrade = request.headers.upgrade !== undefined
    const headers = isUpgrade
      ? rawHeaders
      : rawHeaders.map((text, i) => (/^connection$/i.test(rawHeaders[i - 1] ?? '') ? 'close' : text))
    upstream.write(`${method} ${url} HTTP/1.1\r\n${forward(headers, socket.remoteAddress!)}\r\n\r\n`)
    for (const one of [socket, upstream]) one.on('error', () => void [socket, upstream].map((each) => each.destroy()))
    upstream.pipe(socket)
    if (isUpgrade) socket.pipe(upstream)
    else request.pipe(upstream, { end: false })
  }
  server.on('request', pass)
  server.on('upgrade', pass)
  await new Promise<void>((listening) => server.listen(port, '127.0.0.1', listening))
  return {
    async stop() {
      server.closeAllConnections()
      await new Promise<void>((closed) => server.close(() => closed()))
    },
  }
}

function writeCertificate(folder: string, { cert, key }: Certificate) {
  const files = { cert: join(folder, 'fullchain.pem'), key: join(folder, 'privkey.pem') }
  writeFileSync(files.cert, cert)
  writeFileSync(files.key, key)
  return files
}

async function run(child: ChildProcess, port: number): Promise<ReverseProxy> {
  let output = ''
  for (const stream of [child.stdout!, child.stderr!]) stream.on('data', (chunk) => (output += chunk))
  const gone = new Promise<void>((done) => child.once('exit', () => done()))
  await until(
    'the proxy listens',
    () => {
      if (child.exitCode !== null) throw new Error(`the proxy ended: ${output}`)
      return new Promise((done) => {
        const socket = connect(port, '127.0.0.1', () => done(true))
        socket.once('error', () => done(false))
        socket.once('connect', () => socket.destroy())
      })
    },
    30_000,
  )
  return {
    stop() {
      child.kill('SIGTERM')
      return gone
    },
  }
}
