// Every paid route as the gateway's own OpenAPI document describes it: how it is called by its example, and what it must answer.

import type { TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { callGateway } from '../call-gateway.ts'
import type { Call } from './pay-once.ts'

/** A paid route as it is published. */
export interface PaidOperation {
  readonly path: string
  readonly method: string
  readonly price: string
  readonly operation: any
  /** What is wrong with an answer; empty where it fits the published schema. */
  faultsOf(body: unknown): string[]
}
export interface SmokeRoute extends Pick<PaidOperation, 'price' | 'faultsOf'> {
  readonly name: string
  readonly call: Call
}

export async function listPaidOperations(url: string): Promise<PaidOperation[]> {
  const document = (await (await callGateway(`${url}/openapi.json`)).json()) as { paths: Record<string, Record<string, any>> }
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) => {
      const price = operation['x-payment-info']?.price?.amount as string | undefined
      if (price === undefined) return []
      const validator = Compile(operation.responses[200].content['application/json'].schema as TSchema)
      const faultsOf = (body: unknown) =>
        [...validator.Errors(body)].map(({ instancePath, message }) => `${instancePath || '/'} ${message}`)
      return { path, method: method.toUpperCase(), price, operation, faultsOf }
    }),
  )
}

export async function listSmokeRoutes(url: string): Promise<SmokeRoute[]> {
  return (await listPaidOperations(url)).map(({ path, method, price, operation, faultsOf }) => {
    const name = `${method} ${path.replace(/^\/api\//, '')}`
    return { name, price, call: callOf(url, path, method, operation), faultsOf }
  })
}

function callOf(url: string, path: string, method: string, operation: any): Call {
  if (method === 'POST') {
    const example = operation.requestBody.content['application/json'].example as Record<string, unknown>
    return { url: url + path, method, body: JSON.stringify(example) }
  }
  const query = new URLSearchParams()
  let filled = path
  for (const { name, in: place, example } of operation.parameters as { name: string; in: string; example?: unknown }[]) {
    if (example === undefined) continue
    if (place === 'path') filled = filled.replace(`{${name}}`, encodeURIComponent(String(example)))
    else query.set(name, String(example))
  }
  return { url: `${url}${filled}${query.size === 0 ? '' : `?${query}`}`, method }
}
