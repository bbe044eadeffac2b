// Polls the catalog's file of each cloud; columns come in any order, cards without an accelerator are no cards. Proof: documented; recorded rows have its columns.
import { TollgateError } from '../../../base/errors.ts'
import type { ValueOf } from '../../../db/log/topic.ts'
import { fetchParts, readEach, readOrSetAside, type SetAside } from '../../aside.ts'
import { defineIngestor } from '../../define.ts'
import { type CsvRow, parseCsv, toNumber } from '../../formats/csv.ts'
import { type GpuOffer, gpuOf, tidyOffers } from '../../shapes/gpu-offers.ts'
import { catalogGpus } from './topic.ts'

const base = 'https://raw.githubusercontent.com/skypilot-org/skypilot-catalog/master/catalogs/v8'
export const clouds = {
  aws: 'hyperscaler',
  azure: 'hyperscaler',
  gcp: 'hyperscaler',
  oci: 'hyperscaler',
  lambda: 'neocloud',
  nebius: 'neocloud',
  hyperstack: 'neocloud',
  cudo: 'neocloud',
  verda: 'neocloud',
  runpod: 'marketplace',
  vast: 'marketplace',
  shadeform: 'marketplace',
  primeintellect: 'marketplace',
} as const
const columns = ['InstanceType', 'AcceleratorName', 'AcceleratorCount', 'Price', 'SpotPrice', 'Region', 'GpuInfo']
const mostRegions = 60

interface File {
  readonly provider: keyof typeof clouds
  readonly text: string
}

export default defineIngestor<ValueOf<typeof catalogGpus>, readonly File[]>({
  source: 'skypilot-gpus',
  topic: catalogGpus,
  schedule: '50 */3 * * *',
  grade: 'B',
  proof: 'documented',
  fetch: ({ http, signal, setAside }) =>
    fetchParts(
      Object.keys(clouds) as (keyof typeof clouds)[],
      (provider) => provider,
      async (provider): Promise<File> => ({
        provider,
        text: await http.text(`${base}/${provider}/vms.csv`, { expect: 'csv', signal }),
      }),
      setAside,
    ),
  parse: (files, at, setAside) =>
    files.flatMap(({ provider, text }) => {
      const offers = readOrSetAside(
        () => provider,
        () => readFile(text, setAside),
        setAside,
      )
      return offers === undefined ? [] : [{ at: at.toISOString(), provider, tier: clouds[provider], offers, available: null }]
    }),
})

function readFile(text: string, setAside: SetAside | undefined): GpuOffer[] {
  const rows = parseCsv(text, columns)
  const offers = tidyOffers(readEach(rows, readRow, setAside, (row) => row.InstanceType ?? '')).slice(0, mostRegions * 12)
  if (offers.length === 0) {
    const names = [...new Set(rows.flatMap(({ AcceleratorName: name }) => (name ? [name] : [])))]
    const what =
      names.length === 0 ? 'names no card' : `prices none of the cards that are followed, but ${names.slice(0, 5).join(', ')}`
    throw new TollgateError('upstream_changed', `the file ${what}`)
  }
  return offers
}

function readRow(row: CsvRow): GpuOffer[] {
  const [name, count] = [row.AcceleratorName ?? '', toNumber(row.AcceleratorCount)]
  // Half a card is priced otherwise than a whole one.
  if (name === '' || count === null || count < 1 || !Number.isInteger(count)) return []
  const memory = /'SizeInMiB': (\d{1,9})/.exec(row.GpuInfo ?? '')?.[1]
  // Some catalogs give the memory of all cards together.
  // RunPod's says MiB and means GiB.
  const total = memory === undefined ? null : Number(memory) < 1_024 ? Number(memory) : Number(memory) / 1_024
  const gpu = gpuOf(name, total === null ? null : count > 1 && total > 300 ? total / count : total)
  if (gpu === null || (row.InstanceType ?? '') === '') return []
  const of = (price: number | null, spot: boolean): GpuOffer[] =>
    price === null || price <= 0
      ? []
      : [
          {
            gpu,
            instance: row.InstanceType!.slice(0, 80),
            region: row.Region || null,
            gpu_count: count,
            spot,
            usd_per_gpu_hour: Math.round((1e4 * price) / count) / 1e4,
          },
        ]
  return [...of(toNumber(row.Price), false), ...of(toNumber(row.SpotPrice), true)]
}
