// Where published source is fetched from: one address each, through the safe client, and every failure a named refusal.
import { expect, test } from 'vitest'
import { loadSource } from '../../../processors/jobs/audit/load.ts'
import type { JobContext } from '../../../processors/jobs/define.ts'

const request = {
  key: 'k',
  requested_at: '2026-11-10T00:00:00.000Z',
  service: 'audit_a',
  language: 'solidity',
  include_info: false,
} as const
const address = `0x${'ab'.repeat(20)}`

function contextOf(status: number, asked: string[] = []): JobContext {
  const safeFetch: JobContext['safeFetch'] = async (url) => {
    asked.push(url)
    return { url, status, headers: new Map(), body: Buffer.from('body'), wireBytes: 4, redirects: [] }
  }
  return { safeFetch, signal: new AbortController().signal } as unknown as JobContext
}

test.each([
  [{ address, chain_id: 1 }, 'sourcify', `https://sourcify.dev/server/v2/contract/1/${address}?fields=sources,compilation`],
  [{ github_url: 'https://github.com/a-b/c.d' }, 'archive', 'https://codeload.github.com/a-b/c.d/zip/HEAD'],
])('%o is brought as %s', async (place, form, url) => {
  const asked: string[] = []
  expect(await loadSource({ ...request, focus: [], ...place }, contextOf(200, asked))).toEqual({
    form,
    bytes: Buffer.from('body'),
  })
  expect(asked).toEqual([url])
})

test.each([
  [{ address, chain_id: 8453 }, 404, 'source_unverified'],
  [{ github_url: 'https://github.com/a/b' }, 404, 'repository_not_found'],
  [{ address, chain_id: 8453 }, 503, 'source_away'],
  [{ github_url: 'https://github.com/a/b' }, 302, 'source_away'],
])('%o that answers %i is %s, and not for ever', async (place, status, code) => {
  await expect(loadSource({ ...request, focus: [], ...place }, contextOf(status))).rejects.toMatchObject({
    code,
    isPassing: true,
  })
})
