// The chains whose lenders are known: a file each in deployments/, by number.
import { readdirSync, readFileSync } from 'node:fs'
import type { Deployment } from './deployments.ts'

const folder = new URL('./deployments/', import.meta.url)

export const knownDeployments: readonly Deployment[] = readdirSync(folder)
  .filter((name) => name.endsWith('.json'))
  .map((name) => JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as Deployment)
  .sort((a, b) => a.chain_id - b.chain_id)
