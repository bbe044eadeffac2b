// The dashboard and the alerts name metrics that exist, and the operator's manual explains every metric and every alert.
import { existsSync, readFileSync } from 'node:fs'
import { getTableName, is, Table } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { exposeConnections } from '../../../api/connections.ts'
import { exposeCrowd } from '../../../api/payment/gate/crowd.ts'
import { noDeferredWrites } from '../../../api/payment/gate/deferred-writes.ts'
import { exposeDeferredWrites, exposeKeyGas, exposePaymentTotals } from '../../../api/payment/metrics.ts'
import { createMetrics } from '../../../base/metrics.ts'
import * as chainTables from '../../../db/chains/tables.ts'
import * as paymentTable from '../../../db/payments/table.ts'
import * as tables from '../../../db/schema.ts'
import { exposeJobBacklog } from '../../../processors/jobs/metrics.ts'

const fileOf = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8')
const manual = fileOf('docs/operations.md')
const dashboard = JSON.parse(fileOf('docs/ops/grafana-dashboard.json')) as {
  panels: { title: string; targets: { expr: string }[] }[]
}
const alerts = parse(fileOf('docs/ops/prometheus-alerts.yml')) as {
  groups: { rules: { alert: string; expr: string; labels: object; annotations: object }[] }[]
}
const rules = alerts.groups.flatMap((group) => group.rules)

const { registry } = createMetrics()
exposePaymentTotals(registry, { totals: async () => [] } as never, '')
exposeDeferredWrites(registry, noDeferredWrites)
exposeConnections(() => 0, registry)
exposeCrowd({ count: () => 0, room: () => 0 }, registry)
exposeKeyGas(registry, {})
exposeJobBacklog(registry, { query: async () => ({ rows: [] }) } as never, [])
const metrics = await registry.getMetricsAsJSON()
// A histogram is scraped under three names; its labels are what it was declared with.
const names = new Set(
  metrics.flatMap(({ name, type }) =>
    String(type) === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
  ),
)

const namesIn = (expression: string) => [...expression.matchAll(/\btollgate_\w+/g)].map(([name]) => name)

test('every metric a panel asks for exists', () => {
  expect(dashboard.panels.length).toBeGreaterThan(10)
  for (const { title, targets } of dashboard.panels) {
    const asked = targets.flatMap(({ expr }) => namesIn(expr))
    expect(asked.length, title).toBeGreaterThan(0)
    expect(
      asked.filter((name) => !names.has(name)),
      title,
    ).toEqual([])
  }
})

test('every metric an alert asks for exists, and an alert is whole', () => {
  expect(rules.length).toBeGreaterThan(8)
  for (const rule of rules) {
    expect(
      namesIn(rule.expr).filter((name) => !names.has(name)),
      rule.alert,
    ).toEqual([])
    expect(rule).toMatchObject({ labels: { severity: expect.any(String) }, annotations: { summary: expect.any(String) } })
  }
})

test('the manual explains every metric of ours and every alert', () => {
  const isOurs = (name: string) => !/^tollgate_(process|nodejs)_/.test(name)
  const rowOf = (name: string) => manual.split('\n').find((line) => line.startsWith(`| \`${name}\` |`))
  const unexplained = [...metrics.map(({ name }) => name).filter(isOurs), ...rules.map(({ alert }) => alert)].filter(
    (name) =>
      (rowOf(name)
        ?.split('|')
        .filter((cell) => cell.trim() !== '').length ?? 0) < 3,
  )
  expect(unexplained).toEqual([])
})

test('the manual names no metric, alert or command that is not there', () => {
  const { scripts } = JSON.parse(fileOf('package.json')) as { scripts: Record<string, string> }
  expect(
    namesIn(manual).filter(
      (name) => !metrics.some((metric) => metric.name === name || (name.endsWith('_') && metric.name.startsWith(name))),
    ),
  ).toEqual([])
  const commands = [...manual.matchAll(/npm run ([a-z:-]+)/g)].map(([, name]) => name!)
  expect(commands.filter((name) => scripts[name] === undefined)).toEqual([])
})

// Those a scrape adds, and the edges of a histogram.
const everywhere = ['job', 'instance', 'le']
const labelsIn = (expression: string) =>
  [
    ...[...expression.matchAll(/\{([^}]*)\}/g)].flatMap(([, matchers]) => [...matchers!.matchAll(/(\w+)\s*(?:=~|!~|!=|=)/g)]),
    ...[...expression.matchAll(/\b(?:by|without|on|ignoring)\s*\(([^)]*)\)/g)].flatMap(([, list]) => [
      ...list!.matchAll(/(\w+)/g),
    ]),
  ].map(([, label]) => label!)

test('every label a panel or an alert asks for is one of its metrics’ own', async () => {
  const labelsOf = (name: string): string[] => {
    const metric = registry.getSingleMetric(name) ?? registry.getSingleMetric(name.replace(/_(bucket|sum|count)$/, ''))
    return (metric as unknown as { labelNames: string[] }).labelNames
  }
  const expressions = [
    ...dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
    ...rules.map(({ expr }) => expr),
  ]
  expect(expressions.flatMap(labelsIn).length).toBeGreaterThan(10)
  for (const expression of expressions) {
    const known = new Set([...everywhere, ...namesIn(expression).flatMap(labelsOf)])
    expect(
      labelsIn(expression).filter((label) => !known.has(label)),
      expression,
    ).toEqual([])
  }
})

test('the manual says of every table what makes it grow and who prunes it', () => {
  const named = manual
    .split('\n')
    .filter((line) => /^\| `\w+`(, `\w+`)* \|.*\|.*\|$/.test(line))
    .flatMap((line) => [...line.split('|')[1]!.matchAll(/`(\w+)`/g)].map(([, name]) => name!))
  const all = [
    ...Object.values({ ...tables, ...chainTables, ...paymentTable })
      .filter((one) => is(one, Table))
      .map(getTableName),
    'signal_history',
  ]
  expect(all.length).toBeGreaterThan(15)
  expect(all.filter((table) => !named.includes(table))).toEqual([])
})

test('every test that docs/security.md names is there', () => {
  const text = readFileSync(new URL('../../../docs/security.md', import.meta.url), 'utf8')
  const named = [...new Set(text.match(/`(?:unit|integration|e2e)\/[a-z0-9/-]+`/g))].map((name) => name.slice(1, -1))
  expect(named.length).toBeGreaterThan(40)
  expect(named.filter((name) => !existsSync(new URL(`../../${name}.test.ts`, import.meta.url)))).toEqual([])
})

test('every fault that docs/faults.md tells of is held by tests that are there, by their names', () => {
  const text = readFileSync(new URL('../../../docs/faults.md', import.meta.url), 'utf8')
  const rows = text.split('\n').filter((line) => /^\| \d/.test(line))
  expect(rows).toHaveLength(40)
  const missing = rows.flatMap((row) => {
    const named = [...row.matchAll(/`((?:unit|property|contract)\/[a-z0-9/-]+)` “([^”]+)”/g)]
    if (named.length === 0) return [row]
    return named.flatMap(([, file, name]) => {
      const path = new URL(`../../${file}.test.ts`, import.meta.url)
      const isThere = existsSync(path) && readFileSync(path, 'utf8').replaceAll("\\'", "'").includes(name!)
      return isThere ? [] : [`${file}: ${name}`]
    })
  })
  expect(missing).toEqual([])
})
