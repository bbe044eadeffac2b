// What npm ci installs is what was looked at: every package is pinned by the hash of its archive.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

interface Locked {
  readonly version: string
  readonly integrity?: string
  readonly resolved?: string
  readonly link?: boolean
  readonly optional?: boolean
  readonly os?: readonly string[]
  readonly cpu?: readonly string[]
  readonly libc?: readonly string[]
}

const { packages } = JSON.parse(readFileSync(new URL('../../../package-lock.json', import.meta.url), 'utf8')) as {
  readonly packages: Record<string, Locked>
}
const locked = Object.entries(packages).filter(([path]) => path !== '')

// Programs of the tests and the demo's chain for other machines: where the lock is made their archives cannot be had, and so
// neither their hashes. Each entry that gets its hash leaves this list.
const unhashed = [
  '@foundry-rs/anvil-darwin-amd64',
  '@foundry-rs/anvil-darwin-arm64',
  '@foundry-rs/anvil-linux-arm64',
  '@foundry-rs/anvil-win32-amd64',
  'litesvm-darwin-arm64',
  'litesvm-darwin-x64',
  'litesvm-linux-arm64-gnu',
  'litesvm-linux-arm64-musl',
  'litesvm-linux-x64-musl',
]

test('every package has the hash of its archive, but for the ones known to have none', () => {
  expect(locked.length).toBeGreaterThan(500)
  const without = locked.filter(([, { integrity }]) => !/^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity ?? ''))
  expect(without.map(([path]) => path.replace('node_modules/', '')).sort()).toEqual(unhashed)
})

test('where the image and the tests run none of those is ever installed', () => {
  for (const name of unhashed) {
    const { optional, os = [], cpu = [], libc = [] } = packages[`node_modules/${name}`]!
    const isForHere = os.includes('linux') && cpu.includes('x64') && (libc.length === 0 || libc.includes('glibc'))
    expect([name, optional, isForHere]).toEqual([name, true, false])
  }
})

test('nothing comes from anywhere but a registry', () => {
  expect(locked.filter(([, { resolved, link }]) => link === true || resolved !== undefined).map(([path]) => path)).toEqual([])
})
