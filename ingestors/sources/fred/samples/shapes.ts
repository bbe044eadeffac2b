// What each series looks like in the sample: a rate, a flag, a wave around a centre, or a level that grows.
import type { FredSeries } from '../series.ts'

export type Shape =
  | { readonly like: 'rate'; readonly above: number }
  | { readonly like: 'flag' }
  | {
      readonly like: 'wave'
      readonly centre: number
      readonly swing: number
      readonly digits: number
      readonly weekday?: number
      readonly wave?: string
    }
  | {
      readonly like: 'level'
      readonly centre: number
      readonly swing: number
      readonly growthPct: number
      readonly digits: number
      readonly weekday?: number
    }

export const shapes: Readonly<Record<FredSeries, Shape>> = {
  BAA10Y: { like: 'wave', centre: 2.1, swing: 0.9, digits: 2, wave: 'ebp' },
  WALCL: { like: 'level', centre: 6600000, swing: 0.12, growthPct: 0, digits: 0, weekday: 3 },
  WRBWFRBL: { like: 'level', centre: 3200000, swing: 0.15, growthPct: 0, digits: 0, weekday: 3 },
  RRPONTSYD: { like: 'level', centre: 120, swing: 0.9, growthPct: 0, digits: 2 },
  SOFR: { like: 'rate', above: 0.1 },
  IORB: { like: 'rate', above: 0.05 },
  NFCI: { like: 'wave', centre: -0.4, swing: 0.5, digits: 2, weekday: 5 },
  M2SL: { like: 'level', centre: 20000, swing: 0.03, growthPct: 5, digits: 2 },
  CPIAUCSL: { like: 'level', centre: 260, swing: 0.01, growthPct: 2.6, digits: 2 },
  CPILFESL: { like: 'level', centre: 265, swing: 0.008, growthPct: 2.7, digits: 2 },
  PPIFIS: { like: 'level', centre: 120, swing: 0.02, growthPct: 2.3, digits: 2 },
  PCEPILFE: { like: 'level', centre: 110, swing: 0.006, growthPct: 2.4, digits: 2 },
  NFCPATAX: { like: 'level', centre: 2100, swing: 0.08, growthPct: 5, digits: 3 },
  NCBEILQ027S: { like: 'level', centre: 48000000, swing: 0.15, growthPct: 6, digits: 0 },
  GDP: { like: 'level', centre: 22000, swing: 0.02, growthPct: 4.6, digits: 2 },
  GDPC1: { like: 'level', centre: 20000, swing: 0.012, growthPct: 2.2, digits: 2 },
  GDPNOW: { like: 'wave', centre: 2.3, swing: 1.5, digits: 2 },
  NROU: { like: 'wave', centre: 4.4, swing: 0.1, digits: 2 },
  UNRATE: { like: 'wave', centre: 4.4, swing: 1.0, digits: 2 },
  INDPRO: { like: 'level', centre: 101, swing: 0.04, growthPct: 0.8, digits: 2 },
  W875RX1: { like: 'level', centre: 14500, swing: 0.02, growthPct: 2.2, digits: 2 },
  CMRMTSPL: { like: 'level', centre: 1480000, swing: 0.03, growthPct: 1.6, digits: 0 },
  PAYEMS: { like: 'level', centre: 150000, swing: 0.01, growthPct: 1.2, digits: 0 },
  CE16OV: { like: 'level', centre: 158000, swing: 0.01, growthPct: 1.0, digits: 0 },
  PCEC96: { like: 'level', centre: 14500, swing: 0.015, growthPct: 2.4, digits: 2 },
  CFNAIMA3: { like: 'wave', centre: 0, swing: 0.6, digits: 2 },
  PERMIT: { like: 'level', centre: 1450, swing: 0.15, growthPct: 0, digits: 0 },
  NEWORDER: { like: 'level', centre: 72000, swing: 0.06, growthPct: 2, digits: 0 },
  ICSA: { like: 'level', centre: 228000, swing: 0.12, growthPct: 0, digits: 0, weekday: 6 },
  CCSA: { like: 'level', centre: 1900000, swing: 0.1, growthPct: 0, digits: 0, weekday: 6 },
  SAHMREALTIME: { like: 'wave', centre: 0.2, swing: 0.3, digits: 2 },
  RECPROUSM156N: { like: 'wave', centre: 5, swing: 4, digits: 2 },
  USREC: { like: 'flag' },
  FRBATLWGT3MMAUMHWGO: { like: 'wave', centre: 4.2, swing: 0.9, digits: 2 },
  NOCDFSA066MSFRBPHI: { like: 'wave', centre: 4, swing: 18, digits: 2 },
  MTSDS133FMS: { like: 'wave', centre: -150000, swing: 90000, digits: 2 },
  ISRATIO: { like: 'wave', centre: 1.38, swing: 0.08, digits: 2 },
  AMTMUO: { like: 'level', centre: 1200000, swing: 0.08, growthPct: 2, digits: 0 },
  AMTMVS: { like: 'level', centre: 560000, swing: 0.04, growthPct: 1.8, digits: 0 },
  TSIFRGHT: { like: 'wave', centre: 138, swing: 6, digits: 2 },
  WPU3012: { like: 'level', centre: 165, swing: 0.06, growthPct: 2, digits: 2 },
  PCU483111483111: { like: 'level', centre: 380, swing: 0.15, growthPct: 2, digits: 2 },
  DTWEXBGS: { like: 'wave', centre: 121, swing: 6, digits: 2 },
  DCOILWTICO: { like: 'wave', centre: 72, swing: 16, digits: 2 },
}
