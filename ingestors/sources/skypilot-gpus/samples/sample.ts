// Written by us in the catalog's shape: columns in another order for one cloud, counts as decimals, a machine without a card, a spot price of zero.
import { defineSample } from '../../../define.ts'
import { dayNumber, level } from '../../../samples/walk.ts'

const cards = [
  ['H100', 2.9, 81_559, 8],
  ['H200', 3.4, 143_771, 8],
  ['A100-80GB', 1.5, 81_920, 8],
  ['L40S', 0.9, 46_068, 1],
  ['RTX4090', 0.45, 24_564, 1],
  ['RTX5090', 0.6, 32_607, 1],
  ['B200', 4.4, 183_359, 8],
] as const
const factor: Readonly<Record<string, number>> = {
  aws: 2.1,
  azure: 2.3,
  gcp: 1.9,
  oci: 1.8,
  lambda: 1.05,
  nebius: 1,
  hyperstack: 0.9,
  cudo: 0.85,
  verda: 0.95,
  runpod: 0.95,
  vast: 0.7,
  shadeform: 0.92,
  primeintellect: 0.88,
}

export default defineSample({
  answer(url, now) {
    const cloud = /\/catalogs\/v8\/(\w+)\/vms\.csv$/.exec(url.pathname)?.[1]
    if (url.hostname !== 'raw.githubusercontent.com' || cloud === undefined || factor[cloud] === undefined) return null
    const names =
      cloud === 'vast'
        ? ['InstanceType', 'AcceleratorName', 'AcceleratorCount', 'vCPUs', 'MemoryGiB', 'GpuInfo', 'Price', 'SpotPrice', 'Region']
        : ['InstanceType', 'AcceleratorName', 'AcceleratorCount', 'vCPUs', 'MemoryGiB', 'Price', 'Region', 'GpuInfo', 'SpotPrice']
    const rows = cards.flatMap(([name, usual, memory, count]) => {
      const price = factor[cloud]! * level(`gpu/${name}`, dayNumber(now), usual, usual / 12) * count
      return ['us-east-1', 'eu-west-2'].map((region, i) => ({
        InstanceType: `${count}x-${name}-${cloud}`,
        AcceleratorName: name,
        AcceleratorCount: `${count}.0`,
        vCPUs: '96',
        MemoryGiB: '1024',
        Price: (price * (1 + i / 50)).toFixed(3),
        Region: region,
        GpuInfo: `"{'Gpus': [{'Name': '${name}', 'Manufacturer': 'NVIDIA', 'Count': ${count}.0, 'MemoryInfo': {'SizeInMiB': ${memory}}}]}"`,
        SpotPrice: i === 0 ? (price * 0.55).toFixed(3) : '0.00',
      }))
    })
    const plain = {
      InstanceType: 'cpu_4x_general',
      AcceleratorName: '',
      AcceleratorCount: '',
      vCPUs: '4',
      MemoryGiB: '16',
      Price: '0.2',
      Region: 'us-east-1',
      GpuInfo: '',
      SpotPrice: '',
    }
    const lines = [...rows, plain].map((row) => names.map((name) => row[name as keyof typeof row]).join())
    return { type: 'text/csv', body: `${names.join()}\n${lines.join('\n')}\n` }
  },
})
