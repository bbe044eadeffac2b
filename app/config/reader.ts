// Reads one setting at a time in the kind it must have, and notes every problem without ever showing a secret.
import { isSecretName, namedByFile, readSecretFile, secretPartsOf } from './secrets.ts'

export type Environment = Readonly<Record<string, string | undefined>>

export type World = 'demo' | 'recorded' | 'live'

export type ConfigReader = ReturnType<typeof createReader>

// What is longer is no port and no role, but may be a key that slipped into the wrong line.
const longestShown = 24

export function createReader(env: Environment, problems: string[]) {
  const secrets = new Set<string>()
  const values = new Map<string, string | undefined>()
  const complain = (problem: string) => void problems.push(problem)
  const raw = (name: string): string | undefined => {
    if (!values.has(name)) values.set(name, isSecretName(name) ? readSecret(name) : given(name))
    return values.get(name)
  }
  const given = (name: string) => (env[name] === '' ? undefined : env[name])
  const readSecret = (name: string): string | undefined => {
    const [file, value] = [given(`${name}_FILE`), given(name)]
    if (file !== undefined && value !== undefined) complain(`${name} and ${name}_FILE are both set: which of them counts?`)
    const secret = value ?? (file === undefined ? undefined : readSecretFile(`${name}_FILE`, file, complain))
    for (const part of secret === undefined ? [] : secretPartsOf(name, secret)) secrets.add(part)
    return secret
  }
  const shown = (value: string) => (value.length > longestShown ? '…' : JSON.stringify(value))
  const problem = (name: string, wanted: string) =>
    complain(`${name}=${isSecretName(name) ? '…' : shown(raw(name) ?? '')} is not ${wanted}`)
  const pattern = (name: string, fallback: string, allowed: RegExp, wanted: string): string => {
    const value = raw(name) ?? fallback
    if (!allowed.test(value)) problem(name, wanted)
    return value
  }
  const list = (name: string): string[] =>
    (raw(name) ?? '')
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== '')
  return {
    text: (name: string, fallback: string): string => raw(name) ?? fallback,
    pattern,
    list,
    complain,
    /** A value as a problem may show it. */
    shown,
    /** What of the settings read so far nobody else may read. */
    secrets: (): readonly string[] => [...secrets],
    /** The settings, and those of a NAME_FILE, whose name fits, with their values. */
    named(fits: RegExp): Record<string, string> {
      const names = new Set(Object.keys(env).map((name) => namedByFile(name) ?? name))
      const found = [...names].filter((name) => fits.test(name)).map((name) => [name, raw(name)] as const)
      return Object.fromEntries(found.filter((entry): entry is [string, string] => entry[1] !== undefined))
    },
    integer(name: string, fallback: number, least: number, most: number): number {
      const given = raw(name) ?? String(fallback)
      const value = Number(given)
      // Digits only: Number reads a blank as 0, which as a port is any port.
      if (!/^-?\d+$/.test(given) || value < least || value > most) problem(name, `a whole number from ${least} to ${most}`)
      return value
    },
    ports(name: string, fallback: string): number[] {
      const ports = (raw(name) ?? fallback).split(',').map(Number)
      if (!ports.every((port) => Number.isInteger(port) && port > 0 && port < 65_536)) problem(name, 'a comma list of ports')
      return ports
    },
    choice<T extends string>(name: string, allowed: readonly T[], fallback: T): T {
      const value = (raw(name) ?? fallback) as T
      if (!allowed.includes(value)) problem(name, `one of ${allowed.join(', ')}`)
      return value
    },
    url(name: string, protocols: readonly string[]): string | null {
      const value = raw(name)
      if (value === undefined) return null
      if (!URL.canParse(value) || !protocols.includes(new URL(value).protocol))
        problem(name, `a URL starting with ${protocols[0]}//`)
      return value
    },
    urls(name: string, protocols: readonly string[]): string[] {
      const urls = list(name)
      if (urls.every((url) => URL.canParse(url) && protocols.includes(new URL(url).protocol))) return urls
      complain(`${name} is not a comma list of URLs starting with ${protocols[0]}//`)
      return []
    },
    brokers(name: string): string[] {
      const brokers = list(name)
      if (!brokers.every((broker) => /^[^\s:@]+:\d{1,5}$/.test(broker))) problem(name, 'a comma list of host:port')
      return brokers
    },
  }
}
