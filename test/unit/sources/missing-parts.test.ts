// What becomes of a poll of several parts where some are refused, are not recorded, or are away.
import { expect, test } from 'vitest'
import { TollgateError } from '../../../base/errors.ts'
import { createAsideList, fetchParts, isNotRecorded, refuseTooMany } from '../../../ingestors/aside.ts'
import { gpuOf } from '../../../ingestors/shapes/gpu-offers.ts'
import skypilot from '../../../ingestors/sources/skypilot-gpus/ingestor.ts'

const refused = new TollgateError('upstream_refused', 'no')
const missing = new TollgateError('upstream_refused', 'not recorded: GET a.example/x', { detailCode: 'not_recorded' })
const away = new TollgateError('upstream_unavailable', 'away')
const parts = [1, 2, 3, 4, 5, 6]

/** Each part gives itself, or fails. */
function fetchBut(fails: Readonly<Record<number, Error>>, mayMiss?: (error: unknown) => boolean) {
  const aside = createAsideList()
  const asked: number[] = []
  const fetch = async (part: number) => {
    asked.push(part)
    if (fails[part] !== undefined) throw fails[part]
    return part
  }
  return { aside, asked, result: fetchParts(parts, (part) => `part ${part}`, fetch, aside.set, mayMiss) }
}

test('a part that is refused or away costs itself; a fault of our own costs the poll', async () => {
  const { result, aside } = fetchBut({ 2: refused })
  expect(await result).toEqual([1, 3, 4, 5, 6])
  expect(aside.all).toMatchObject([{ what: 'part 2', reason: 'no', code: 'upstream_refused' }])
  expect(await fetchBut({ 2: away }).result).toEqual([1, 3, 4, 5, 6])
  const own = new TypeError('own')
  await expect(fetchBut({ 2: own }).result).rejects.toBe(own)
})

test('where the first three are refused nobody asks on; what is not recorded is no refusal, unless nothing is', async () => {
  const all = fetchBut(Object.fromEntries(parts.map((part) => [part, refused])))
  await expect(all.result).rejects.toBe(refused)
  expect(all.asked).toEqual([1, 2, 3])
  const last = fetchBut({ 1: missing, 2: missing, 3: missing, 4: missing, 5: missing })
  expect(await last.result).toEqual([6])
  expect(last.aside.all).toHaveLength(5)
  await expect(fetchBut(Object.fromEntries(parts.map((part) => [part, missing]))).result).rejects.toBe(missing)
})

test('where no later poll asks for it again, only what a recording lacks may be missed', async () => {
  await expect(fetchBut({ 2: refused }, isNotRecorded).result).rejects.toBe(refused)
  expect(await fetchBut({ 2: missing }, isNotRecorded).result).toEqual([1, 3, 4, 5, 6])
})

test('of twelve parts eleven that are not recorded refuse nothing, eleven that changed refuse the poll', () => {
  const told = (error: Error) => {
    const aside = createAsideList()
    for (let i = 0; i < 11; i++) aside.set(`part ${i}`, error)
    return aside.all
  }
  expect(() => refuseTooMany('a-source', told(missing), 1)).not.toThrow()
  expect(() => refuseTooMany('a-source', told(refused), 1)).toThrow('11 of 12 entries cannot be read')
  expect(() => refuseTooMany('a-source', told(missing), 0)).toThrow(expect.objectContaining({ detailCode: 'not_recorded' }))
  // Beside what is not recorded, the one that was and could not be read is what to look at.
  const unread = createAsideList()
  unread.set('part 11', new TollgateError('upstream_changed', 'no price'))
  const both = [...told(missing), ...unread.all]
  expect(() => refuseTooMany('a-source', both, 0)).toThrow(
    'a-source: 1 of 1 entries cannot be read; the first, part 11: no price; 11 more are not recorded',
  )
})

test('a card’s memory is in MiB, and in RunPod’s catalog in GiB: an A100 of 40 is none of 80', () => {
  const offersOf = (memory: number) => {
    const info = `"{'Gpus': [{'Name': 'A100', 'MemoryInfo': {'SizeInMiB': ${memory}}}]}"`
    const text = `InstanceType,AcceleratorName,AcceleratorCount,Price,SpotPrice,Region,GpuInfo\n1x,A100,1.0,1.39,,CA,${info}\n`
    return (skypilot.parse([{ provider: 'runpod', text }] as never, new Date('2026-11-18T12:00:00Z')) as any)[0].offers[0].gpu
  }
  expect([40, 80, 40_960, 81_920].map(offersOf)).toEqual(['a100-40', 'a100', 'a100-40', 'a100'])
  expect(gpuOf('A100', 80)).toBe('a100')
})
