// The Kubernetes manifests, held to the API's own schemas and to what the program, its image and its probes are.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { validate as deploymentSchema } from 'kubernetes-models/_schemas/IoK8sApiAppsV1Deployment'
import { validate as autoscalerSchema } from 'kubernetes-models/_schemas/IoK8sApiAutoscalingV2HorizontalPodAutoscaler'
import { validate as jobSchema } from 'kubernetes-models/_schemas/IoK8sApiBatchV1Job'
import { validate as configMapSchema } from 'kubernetes-models/_schemas/IoK8sApiCoreV1ConfigMap'
import { validate as serviceSchema } from 'kubernetes-models/_schemas/IoK8sApiCoreV1Service'
import { validate as budgetSchema } from 'kubernetes-models/_schemas/IoK8sApiPolicyV1PodDisruptionBudget'
import { generatePrivateKey } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { loadConfig } from '../../../app/config/index.ts'
import { namedByFile } from '../../../app/config/secrets.ts'
import { startMetricsServer } from '../../../app/metrics-server.ts'
import { createMetrics } from '../../../base/metrics.ts'
import { well } from '../../../base/probes.ts'
import { settingNames } from '../../support/setting-names.ts'

const folder = new URL('../../../deploy/kubernetes/', import.meta.url)
const root = new URL('../../../', import.meta.url)
const read = (path: string, from = folder) => readFileSync(new URL(path, from), 'utf8')
const documentsOf = (path: string): any[] => parseAllDocuments(read(path)).map((one) => one.toJS())
const filesIn = (room: string) => readdirSync(new URL(`${room}/`, folder)).filter((name) => name !== 'kustomization.yaml')

const base = filesIn('base').flatMap((name) => documentsOf(`base/${name}`))
const scalers = ['keda', 'hpa'].flatMap((name) =>
  filesIn(`components/${name}`).flatMap((file) => documentsOf(`components/${name}/${file}`)),
)
const all = [...base, ...scalers]
const ofKind = (kind: string, among = all) => among.filter((one) => one.kind === kind)
const deployments = ofKind('Deployment')
const pods = [...deployments, ...ofKind('Job')].map((one) => [one.metadata.name as string, one.spec.template] as const)
const image = Object.fromEntries(
  [...read('Dockerfile', root).matchAll(/^ENV (.+)$/gm)].flatMap(([, line]) =>
    line!.split(' ').map((pair) => pair.split('=') as [string, string]),
  ),
)
const literals = (kustomization: any): Record<string, string> =>
  Object.fromEntries(
    (kustomization.configMapGenerator ?? []).flatMap((one: any) =>
      one.literals.map((pair: string) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]),
    ),
  )
const settings = literals(parse(read('base/kustomization.yaml')))
const example = parse(read('example/kustomization.yaml'))
type Schema = ((document: unknown) => boolean) & { errors?: readonly object[] | null }
const schemas: Record<string, Schema> = {
  Deployment: deploymentSchema,
  HorizontalPodAutoscaler: autoscalerSchema,
  Job: jobSchema,
  ConfigMap: configMapSchema,
  Service: serviceSchema,
  PodDisruptionBudget: budgetSchema,
}

/** By the API's schemas; a field that they never look at is one that they do not know. */
function judge(document: any): void {
  const looked = new WeakMap<object, Set<string>>()
  const watched = (value: any): any => {
    if (typeof value !== 'object' || value === null) return value
    const own = new Set<string>()
    looked.set(value, own)
    const inner = new Map<string, unknown>()
    return new Proxy(value, {
      get(target, name) {
        if (typeof name === 'symbol' || !Object.hasOwn(target, name)) return Reflect.get(target, name)
        own.add(name)
        if (!inner.has(name)) inner.set(name, watched(target[name]))
        return inner.get(name)
      },
    })
  }
  const schema = schemas[document.kind]!
  if (!schema(watched(document))) throw new Error(JSON.stringify(schema.errors))
  const strange = (value: any, path: string): string[] => {
    if (typeof value !== 'object' || value === null) return []
    return Object.entries(value).flatMap(([name, inner]) => {
      const here = `${path}.${name}`
      return looked.get(value)?.has(name) ? strange(inner, here) : [here]
    })
  }
  const found = strange(document, '')
  if (found.length > 0) throw new Error(`unknown: ${found.join(', ')}`)
}

describe('every manifest', () => {
  test.each(all.filter(({ kind }) => kind !== 'ScaledObject').map((one) => [`${one.kind} ${one.metadata.name}`, one]))(
    '%s is what the API takes',
    (_name, one) => {
      expect(() => judge(one)).not.toThrow()
    },
  )

  test('the judge sees a field that is misspelt, misplaced or of another type', () => {
    const wrong = (change: (copy: any) => void) => {
      const copy = structuredClone(deployments[0])
      change(copy)
      return () => judge(copy)
    }
    expect(wrong((copy) => Object.assign(copy.spec, { replica: 2 }))).toThrow()
    expect(wrong((copy) => Object.assign(copy.spec.template.spec.containers[0], { readinessprobe: {} }))).toThrow()
    expect(wrong((copy) => Object.assign(copy.spec, { replicas: 'two' }))).toThrow()
    expect(wrong((copy) => delete copy.spec.selector)).toThrow()
  })

  test('is in its kustomization, and nothing else is', () => {
    for (const room of ['base', 'components/keda', 'components/hpa'])
      expect(parse(read(`${room}/kustomization.yaml`)).resources.sort()).toEqual(filesIn(room).sort())
  })

  const kubectl = spawnSync('kubectl', ['kustomize', '--help']).status === 0
  test.skipIf(!kubectl)(
    'is put together by kustomize as it stands here (kubectl is there), with the example’s settings merged',
    () => {
      const { status, stdout, stderr } = spawnSync('kubectl', ['kustomize', fileURLToPath(new URL('example', folder))], {
        encoding: 'utf8',
      })
      expect([status, stderr]).toEqual([0, ''])
      const made = parseAllDocuments(stdout).map((one) => one.toJS())
      expect(made).toHaveLength(base.length + 2)
      // An address is a text to kustomize and a number to YAML 1.2.
      const texts = parseAllDocuments(stdout, { schema: 'failsafe' }).map((one) => one.toJS())
      const settingsMade = texts.find(({ kind }) => kind === 'ConfigMap')
      for (const one of made.filter(({ kind }) => !['ScaledObject', 'ConfigMap'].includes(kind))) judge(one)
      judge(settingsMade)
      expect(settingsMade.data).toEqual({ ...settings, ...literals(example) })
      const [api] = ofKind('Deployment', made).filter(({ metadata }) => metadata.name === 'tollgate-api')
      expect(api.spec.template.spec.containers[0].env.map(({ name }: any) => name)).toContain('SETTLE_KEY_FILE')
    },
  )
})

describe.each(pods)('%s', (name, { spec, metadata }) => {
  const [container] = spec.containers
  const env: Record<string, string> = Object.fromEntries((container.env ?? []).map((one: any) => [one.name, one.value]))
  const mounts: Record<string, string> = Object.fromEntries(container.volumeMounts.map((one: any) => [one.mountPath, one.name]))

  test('gives no setting but those that are read', async () => {
    const known = await settingNames()
    for (const setting of [...Object.keys(env), ...Object.keys(settings), ...Object.keys(literals(example))])
      expect(known, setting).toContain(namedByFile(setting) ?? setting)
  })

  test('is taken by the configuration of its role, with the example’s settings and secrets in the place of their files', () => {
    const given = {
      DATABASE_URL: 'postgres://u:p@db:5432/tollgate',
      KAFKA_BROKERS: 'kafka:9092',
      SETTLE_KEY: generatePrivateKey(),
    }
    const plain = Object.fromEntries(Object.entries(env).filter(([setting]) => namedByFile(setting) === null))
    const config = loadConfig(
      { ...image, ...settings, ...literals(example), ...plain, ...given },
      { serves: name !== 'tollgate-prepare' },
    )
    if (name !== 'tollgate-prepare') expect(['api', 'process', 'ingest']).toContain(config.role)
    expect(config).toMatchObject({
      world: 'live',
      host: '0.0.0.0',
      metricsHost: '0.0.0.0',
      metricsPort: Number(image.METRICS_PORT),
    })
  })

  test('reads its secrets from files of the Secret it mounts, and needs no other rights of the cluster', () => {
    for (const [setting, path] of Object.entries(env))
      if (namedByFile(setting) !== null) expect(path).toBe(`/run/secrets/tollgate/${namedByFile(setting)}`)
    const volume = spec.volumes.find((one: any) => one.name === mounts['/run/secrets/tollgate'])
    expect(volume.secret).toEqual({ secretName: 'tollgate-secrets', defaultMode: 0o440 })
    expect(spec.automountServiceAccountToken).toBe(false)
  })

  test('runs as nobody in particular, on a file system it cannot write but where it must, within limits', () => {
    expect(spec.securityContext).toMatchObject({
      runAsNonRoot: true,
      runAsUser: 1000,
      seccompProfile: { type: 'RuntimeDefault' },
    })
    expect(container.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    })
    const writable = spec.volumes.filter((one: any) => one.emptyDir?.sizeLimit !== undefined).map((one: any) => one.name)
    for (const path of name === 'tollgate-prepare' ? ['/tmp'] : ['/tmp', image.DATA_DIR!])
      expect(writable).toContain(mounts[path])
    const { requests, limits } = container.resources
    expect([requests.cpu, requests.memory, limits.memory].every((one) => typeof one === 'string')).toBe(true)
    expect(limits.cpu).toBeUndefined()
  })

  test('starts a program that is there', () => {
    for (const word of container.args ?? [])
      if (word.endsWith('.ts') || word.endsWith('.mjs')) expect(existsSync(new URL(word, root)), word).toBe(true)
    expect(metadata.labels['app.kubernetes.io/component']).toBeTruthy()
  })
})

test('the settling key of the example lies in a Secret that no pod but the API’s mounts', () => {
  const values = example.patches.flatMap(({ patch }: any) => parse(patch)).map(({ value }: any) => value)
  const { value: path } = values.find(({ name }: any) => name === 'SETTLE_KEY_FILE')
  const mount = values.find(({ mountPath }: any) => mountPath !== undefined && path === `${mountPath}/SETTLE_KEY`)
  const { secret } = values.find((one: any) => one.secret !== undefined && one.name === mount?.name)
  expect(secret.defaultMode).toBe(0o440)
  expect(example.patches.map(({ target }: any) => target.name)).toEqual(['tollgate-api'])
  const everywhere = pods.flatMap(([, { spec }]) => spec.volumes.map((one: any) => one.secret?.secretName))
  expect(everywhere).not.toContain(secret.secretName)
  for (const told of [read('example/kustomization.yaml'), read('docs/deploy.md', root)])
    expect(told).toContain(`generic ${secret.secretName} --from-file=SETTLE_KEY`)
})

describe.each(deployments.map((one) => [one.metadata.name as string, one.spec] as const))('%s', (name, spec) => {
  const pod = spec.template.spec
  const [container] = pod.containers
  const ports = new Map<string, number>(container.ports.map((one: any) => [one.name, one.containerPort]))

  test('is asked on ports that the image listens on, at paths that answer', async () => {
    expect(ports.get('metrics')).toBe(Number(image.METRICS_PORT))
    if (name === 'tollgate-api') expect(ports.get('http')).toBe(Number(image.PORT))
    const probes = { live: async () => well, ready: async () => well }
    const server = await startMetricsServer({ metrics: createMetrics(), host: '127.0.0.1', port: 0, probes })
    try {
      for (const [probe, path] of [
        ['startupProbe', '/readyz'],
        ['livenessProbe', '/livez'],
        ['readinessProbe', '/readyz'],
      ] as const) {
        expect(container[probe].httpGet).toEqual({ path, port: 'metrics' })
        expect((await fetch(`http://127.0.0.1:${server.port}${container[probe].httpGet.path}`)).status).toBe(200)
        // A probe that gives up before the program answers would fail with a database that is slow.
        expect(container[probe].timeoutSeconds).toBeGreaterThan(2)
      }
      const { 'prometheus.io/path': path, 'prometheus.io/port': port } = spec.template.metadata.annotations
      expect(Number(port)).toBe(ports.get('metrics'))
      expect((await fetch(`http://127.0.0.1:${server.port}${path}`)).status).toBe(200)
    } finally {
      await server.stop()
    }
  })

  test('has longer to go than its addresses take to, and it to drain', () => {
    const drainSeconds = Number(/drainDeadlineMs = ([\d_]+)/.exec(read('main.ts', root))![1]!.replaceAll('_', '')) / 1_000
    const [word, seconds = '0'] = container.lifecycle?.preStop.exec.command ?? []
    if (name === 'tollgate-api') expect([word, Number(seconds)]).toEqual(['sleep', 10])
    expect(pod.terminationGracePeriodSeconds).toBeGreaterThan(Number(seconds) + drainSeconds)
  })

  test('keeps some while nodes are emptied', () => {
    const budgets = ofKind('PodDisruptionBudget').filter((one) => one.metadata.name === name)
    expect(budgets).toHaveLength(1)
    expect(budgets[0].spec.selector).toEqual(spec.selector)
    expect(spec.selector.matchLabels).toEqual(spec.template.metadata.labels)
    const [scaler] = ofKind('HorizontalPodAutoscaler', base).filter((one) => one.metadata.name === name)
    expect(scaler?.spec.minReplicas ?? spec.replicas).toBeGreaterThan(budgets[0].spec.minAvailable ?? 0)
    expect(budgets[0].spec.unhealthyPodEvictionPolicy).toBe('AlwaysAllow')
    // Two who say how many are a release that takes away what the other has added.
    expect(spec.replicas === undefined).toBe(scaler !== undefined)
  })
})

test('the Service leads to the API’s pods and to no other port', () => {
  const [service] = ofKind('Service')
  const [api] = deployments.filter((one) => one.metadata.name === service.metadata.name)
  expect(service.spec.selector).toEqual(api.spec.template.metadata.labels)
  expect(service.spec.ports.map((one: any) => one.targetPort)).toEqual(['http'])
})

test('what scales names a deployment, a lag that is measured, and no more processors than there are partitions', () => {
  const metric = /tollgate_\w+/
  const registered = createMetrics()
    .registry.getMetricsAsArray()
    .map((one) => one.name)
  for (const one of [...ofKind('HorizontalPodAutoscaler'), ...ofKind('ScaledObject')])
    expect(deployments.map(({ metadata }) => metadata.name)).toContain(one.spec.scaleTargetRef.name)
  for (const room of ['keda', 'hpa'])
    expect(parse(read(`components/${room}/kustomization.yaml`)).patches).toMatchObject([
      { target: { name: 'tollgate-processors' }, patch: '- { op: remove, path: /spec/replicas }' },
    ])
  const [keda] = ofKind('ScaledObject')
  expect(registered).toContain(metric.exec(keda.spec.triggers[0].metadata.query)![0])
  expect(read('components/hpa/kustomization.yaml')).toContain(keda.spec.triggers[0].metadata.query)
  expect(read('docs/operations.md', root)).toContain(keda.spec.triggers[0].metadata.query)
  for (const most of [
    keda.spec.maxReplicaCount,
    ...ofKind('HorizontalPodAutoscaler', scalers).map((one) => one.spec.maxReplicas),
  ])
    expect(most).toBeLessThanOrEqual(Number(settings.KAFKA_PARTITIONS))
})
