// GPU prices by hand: which card an offer is of, a robust price over providers, and a chain that members may leave.
import { expect, test } from 'vitest'
import { type GpuOffer, gpuOf } from '../../../ingestors/shapes/gpu-offers.ts'
import skypilot from '../../../ingestors/sources/skypilot-gpus/ingestor.ts'
import { chainIndex, changeSince, closesOf, priceOf, type Quote, quantile } from '../../../processors/formula/gpu-index.ts'
import compute from '../../../processors/services/compute/service.ts'
import computeindex from '../../../processors/services/computeindex/service.ts'

const at = new Date('2026-11-18T00:00:00Z')
const offer = (usd: number, over: Partial<GpuOffer> = {}): GpuOffer => ({
  gpu: 'h100',
  instance: 'x',
  region: null,
  gpu_count: 1,
  spot: false,
  usd_per_gpu_hour: usd,
  ...over,
})
const quote = (provider: string, ...prices: number[]): Quote => ({
  provider,
  tier: 'neocloud',
  at,
  offers: prices.map((usd) => offer(usd)),
})

test('a card is known by its name and, of the A100, by its memory; a superchip with a card inside is none', () => {
  expect(
    ['H100', 'NVIDIA H100 80GB HBM3', 'H100_SXM', 'RTX4090', 'GeForce RTX 4090', 'L40S', 'MI300X'].map((name) =>
      gpuOf(name, null),
    ),
  ).toEqual(['h100', 'h100', 'h100', 'rtx4090', 'rtx4090', 'l40s', 'mi300x'])
  expect([
    gpuOf('A100-80GB', null),
    gpuOf('A100', 80),
    gpuOf('A100', 40),
    gpuOf('A100', null),
    gpuOf('GH200', 96),
    gpuOf('L40', 48),
  ]).toEqual(['a100', 'a100', 'a100-40', null, null, null])
})

test('the 25th percentile of 2, 3, 4, 5, 6 is 3, of 1 and 2 it is 1.25', () => {
  expect(quantile([6, 2, 4, 3, 5], 0.25)).toBe(3)
  expect(quantile([1, 2], 0.25)).toBe(1.25)
})

test('a price is the median over three providers at least; one at 20 times the others is left out', () => {
  const three = [quote('a', 2), quote('b', 2.5), quote('c', 3)]
  expect(priceOf('h100', three, 'on_demand')).toEqual({ price: 2.5, providers: 3 })
  expect(priceOf('h100', [...three, quote('d', 50)], 'on_demand')).toEqual({ price: 2.5, providers: 3 })
  expect(priceOf('h100', three.slice(1), 'on_demand')).toEqual({ price: null, providers: 2 })
  expect(priceOf('h100', three, 'spot')).toEqual({ price: null, providers: 0 })
})

const close = (date: string, prices: object) => ({ date, prices: new Map(Object.entries(prices)) as never, providers: new Map() })

test('a member that leaves moves nothing: 10 % up of one with half the weight is the root of 1.1, then all of it', () => {
  const days = [
    close('2026-11-01', { h100: 2, h200: 3 }),
    close('2026-11-02', { h100: 2.2, h200: 3 }),
    close('2026-11-03', { h100: 2.42 }),
    close('2026-11-04', { h100: 2.42, h200: 9 }),
  ]
  const levels = chainIndex(days, { h100: 0.35, h200: 0.35 }).map(({ level }) => level)
  expect(levels[1]).toBeCloseTo(100 * Math.sqrt(1.1), 3)
  expect(levels[2]).toBeCloseTo(100 * Math.sqrt(1.1) * 1.1, 3)
  expect(levels[3]).toBe(levels[2])
})

test('a change is against a close of so many days ago, or of three days before; older is none', () => {
  const series = [
    { date: '2026-11-01', level: 100 },
    { date: '2026-11-10', level: 110 },
  ]
  expect(changeSince(series, 7)).toBe(10)
  expect(changeSince(series, 1)).toBeNull()
  expect(changeSince(series, 30)).toBeNull()
})

test('a provider that is silent for two days is out of the close', () => {
  const later = (provider: string, days: number, usd: number): Quote => ({
    ...quote(provider, usd),
    at: new Date(at.getTime() + days * 86_400_000),
  })
  const closes = closesOf(
    [quote('a', 2), quote('b', 2), quote('c', 2), later('a', 1, 3), later('b', 1, 3), later('b', 3, 4)],
    ['h100'],
    'on_demand',
  )
  expect(closes.map(({ date, prices }) => [date, prices.get('h100')])).toEqual([
    ['2026-11-18', 2],
    ['2026-11-19', 3],
    ['2026-11-21', undefined],
  ])
})

test("a catalog's columns come in any order, memory is of all cards for some, and half a card is none", () => {
  const text = `InstanceType,AcceleratorName,AcceleratorCount,vCPUs,MemoryGiB,GpuInfo,Price,SpotPrice,Region\n8x,H100,8,32,64.0,"{'Gpus': [{'MemoryInfo': {'SizeInMiB': 652472}}]}",16.00,0.00,"Vietnam, VN, AS"\n8xA,A100,8,1,1,"{'Gpus': [{'MemoryInfo': {'SizeInMiB': 655360}}]}",12,4.8,X\nhalf,H100,0.5,1,1,,1,,X\ncpu,,,4,16,,0.2,,X\n`
  const [read] = skypilot.parse([{ provider: 'vast', text }], at)
  expect(read!.offers).toEqual([
    { gpu: 'a100', instance: '8xA', region: 'X', gpu_count: 8, spot: false, usd_per_gpu_hour: 1.5 },
    { gpu: 'a100', instance: '8xA', region: 'X', gpu_count: 8, spot: true, usd_per_gpu_hour: 0.6 },
    { gpu: 'h100', instance: '8x', region: 'Vietnam, VN, AS', gpu_count: 8, spot: false, usd_per_gpu_hour: 2 },
  ])
})

test('a card that no provider offers now is refused with those that are', () => {
  const [route] = compute.routes
  const body = { by_gpu: [{ gpu: 'h100' }, { gpu: 'b200' }], best_offers: [] }
  expect(() => route!.shape!(body, { gpu: 'gb200' } as never)).toThrow(
    expect.objectContaining({ code: 'input_unusable', suggestions: expect.arrayContaining(['b200']) }),
  )
  expect(route!.shape!(body, { gpu: 'h100' } as never)).toMatchObject({ by_gpu: [{ gpu: 'h100' }] })
})

test('a card nobody rents is 422, a window or a tier that is none 400', () => {
  expect(() => compute.routes[0]!.read!({ gpu: 'voodoo2' }, at)).toThrow(expect.objectContaining({ code: 'input_unusable' }))
  expect(() => compute.routes[0]!.read!({ tier: 'garage' }, at)).toThrow(expect.objectContaining({ code: 'input_invalid' }))
  expect(() => computeindex.routes[0]!.read!({ window: '31' }, at)).toThrow(expect.objectContaining({ code: 'input_invalid' }))
})
