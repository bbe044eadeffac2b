// Looks a name up once over DNS, both address families, without the hosts file, search domains or a cache of its own.
import { Resolver as DnsClient } from 'node:dns/promises'
import { FetchRefusal } from './refusal.ts'

export interface Resolver {
  resolve(hostname: string, signal: AbortSignal): Promise<readonly string[]>
}

export function createDnsResolver(options: { servers?: readonly string[]; timeoutMs?: number; tries?: number } = {}): Resolver {
  return {
    async resolve(hostname, signal) {
      const client = new DnsClient({ timeout: options.timeoutMs ?? 2000, tries: options.tries ?? 2 })
      if (options.servers !== undefined) client.setServers([...options.servers])
      const stop = () => client.cancel()
      signal.addEventListener('abort', stop, { once: true })
      try {
        const answers = await Promise.allSettled([client.resolve4(hostname), client.resolve6(hostname)])
        return addressesOf(answers)
      } finally {
        signal.removeEventListener('abort', stop)
      }
    },
  }
}

const absent = new Set(['ENOTFOUND', 'ENODATA', 'NXDOMAIN', 'EBADNAME', 'ENONAME'])

function addressesOf(answers: readonly PromiseSettledResult<string[]>[]): readonly string[] {
  const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
  if (found.length > 0) return found
  const failed = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : []))
  const unknown = failed.find((error) => !absent.has(error?.code))
  throw unknown === undefined ? new FetchRefusal('host_not_found') : new FetchRefusal('dns_unavailable', { cause: unknown })
}
