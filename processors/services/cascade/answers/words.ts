// Numbers as the sentences of an answer say them.
import { round } from '../../../formula/index.ts'

export function count(many: number, one: string): string {
  return `${many} ${one}${many === 1 ? '' : 's'}`
}

export function percentOf(share: number): string {
  return `${round(share * 100, 2)} %`
}

export function thousands(whole: number): string {
  return whole.toString().replace(/\B(?=(\d{3})+$)/g, ',')
}

export function money(usd: number): string {
  const [divisor, unit] = usd >= 1e9 ? [1e9, 'B'] : usd >= 1e6 ? [1e6, 'M'] : usd >= 1e3 ? [1e3, 'k'] : [1, '']
  return `${round(usd / divisor, 2)}${unit} USD`
}
