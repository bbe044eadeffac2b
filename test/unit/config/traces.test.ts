// Where traces go, as the environment says it.
import { expect, test } from 'vitest'
import { loadConfig } from '../../../app/config/index.ts'

const tracesOf = (env: Record<string, string>) => loadConfig(env).traces
const problemOf = (env: Record<string, string>) => {
  try {
    loadConfig(env)
    return ''
  } catch (error) {
    return (error as Error).message
  }
}
const OTEL_EXPORTER_OTLP_ENDPOINT = 'http://collector:4318'

test('nobody traces unless a collector is named', () => {
  expect(tracesOf({})).toBeNull()
  expect(tracesOf({ OTEL_EXPORTER_OTLP_HEADERS: 'authorization=abc' })).toBeNull()
})

test('spans are posted below the endpoint, with the headers of its own', () => {
  expect(tracesOf({ OTEL_EXPORTER_OTLP_ENDPOINT })).toEqual({ url: 'http://collector:4318/v1/traces', headers: {}, ratio: 1 })
  const OTEL_EXPORTER_OTLP_HEADERS = 'authorization=Basic%20YWJj, x-scope=t1'
  const also = { OTEL_EXPORTER_OTLP_HEADERS, OTEL_TRACES_SAMPLER_ARG: '0.25' }
  expect(tracesOf({ OTEL_EXPORTER_OTLP_ENDPOINT: 'https://otlp.example.com/otlp/', ...also })).toEqual({
    url: 'https://otlp.example.com/otlp/v1/traces',
    headers: { authorization: 'Basic YWJj', 'x-scope': 't1' },
    ratio: 0.25,
  })
})

test('the headers are secrets, as they are written and as they are sent', () => {
  const { secrets } = loadConfig({ OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Basic%20YWJjZGVm' })
  expect(secrets).toEqual(expect.arrayContaining(['Basic%20YWJjZGVm', 'Basic YWJjZGVm']))
})

test.each([
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'grpc://collector:4317' }, 'OTEL_EXPORTER_OTLP_ENDPOINT'],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://user:hunter22@collector' }, 'OTEL_EXPORTER_OTLP_HEADERS'],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector/?key=hunter22' }, 'OTEL_EXPORTER_OTLP_HEADERS'],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_EXPORTER_OTLP_HEADERS: 'hunter22' }, 'OTEL_EXPORTER_OTLP_HEADERS'],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_EXPORTER_OTLP_HEADERS: 'a=%zz' }, 'OTEL_EXPORTER_OTLP_HEADERS'],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_EXPORTER_OTLP_HEADERS: 'a=x%0d%0ax-evil: 1' }, 'OTEL_EXPORTER_OTLP_HEADERS'],
  [{ OTEL_TRACES_SAMPLER_ARG: '1.5' }, 'OTEL_TRACES_SAMPLER_ARG'],
  [{ OTEL_TRACES_SAMPLER_ARG: 'half' }, 'OTEL_TRACES_SAMPLER_ARG'],
])('%j is refused by name, without its secret', (env, name) => {
  expect(problemOf(env)).toContain(name)
  expect(problemOf(env)).not.toContain('hunter22')
})
