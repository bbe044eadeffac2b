// What each series looks like in the sample: a rate, a flag, a wave around a centre, or a level that grows.
import type { FredSeries } from '../series.ts'

interface OfWeeks {
  readonly weekday?: number
  /** How long after its day a week's figure is out; the usual wait where nothing is said. */
  readonly outAfterDays?: number
}

export type Shape =
  | { readonly like: 'rate'; readonly above: number }
  | { readonly like: 'flag' }
  | (OfWeeks & {
      readonly like: 'wave'
      readonly centre: number
      readonly swing: number
      readonly digits: number
      readonly wave?: string
    })
  | (OfWeeks & {
      readonly like: 'level'
      readonly centre: number
      readonly swing: number
      readonly growthPct: number
      readonly digits: number
    })

export const shapes: Readonly<Record<FredSeries, Shape>> = {
  BAA10Y: { like: 'wave', centre: 2.1, swing: 0.9, digits: 2, wave: 'ebp' },
  WALCL: { like: 'level', centre: 6600000, swing: 0.12, growthPct: 0, digits: 0, weekday: 3, outAfterDays: 2 },
  WRBWFRBL: { like: 'level', centre: 3200000, swing: 0.15, growthPct: 0, digits: 0, weekday: 3, outAfterDays: 2 },
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
  DCOILBRENTEU: { like: 'wave', centre: 72, swing: 14, digits: 2 },
  DHHNGSP: { like: 'wave', centre: 3.5, swing: 1.4, digits: 2 },
  RSAFS: { like: 'level', centre: 560000, swing: 0.02, growthPct: 4.4, digits: 0 },
  PSAVERT: { like: 'wave', centre: 5, swing: 2, digits: 1 },
  DSPIC96: { like: 'level', centre: 15800, swing: 0.015, growthPct: 2.4, digits: 1 },
  REVOLSL: { like: 'level', centre: 1040000, swing: 0.04, growthPct: 5, digits: 2 },
  DRCCLACBS: { like: 'wave', centre: 2.6, swing: 0.7, digits: 2 },
  UMCSENT: { like: 'wave', centre: 74, swing: 16, digits: 1 },
  GASREGW: { like: 'wave', centre: 3.2, swing: 0.7, digits: 3, weekday: 1, outAfterDays: 2 },
  HOUST: { like: 'wave', centre: 1400, swing: 220, digits: 0 },
  HSN1F: { like: 'wave', centre: 680, swing: 110, digits: 0 },
  MSACSR: { like: 'wave', centre: 7.6, swing: 1.8, digits: 1 },
  MSPUS: { like: 'level', centre: 330000, swing: 0.05, growthPct: 4, digits: 0 },
  MEHOINUSA646N: { like: 'level', centre: 68000, swing: 0.01, growthPct: 4, digits: 0 },
  CUSR0000SEHA: { like: 'level', centre: 340, swing: 0.01, growthPct: 4.2, digits: 3 },
  DRCRELEXFACBS: { like: 'wave', centre: 1.2, swing: 0.5, digits: 2 },
  SUBLPDRCSN: { like: 'wave', centre: 15, swing: 25, digits: 1 },
  BOPSTB: { like: 'wave', centre: 26000, swing: 3000, digits: 0 },
  BOPGEXP: { like: 'level', centre: 150000, swing: 0.06, growthPct: 4, digits: 0 },
  BOPGIMP: { like: 'level', centre: 230000, swing: 0.06, growthPct: 4, digits: 0 },
  IQ: { like: 'level', centre: 130, swing: 0.05, growthPct: 1.5, digits: 1 },
  EXP0015: { like: 'level', centre: 160000, swing: 0.05, growthPct: 4, digits: 1 },
  IMP0015: { like: 'level', centre: 262000, swing: 0.05, growthPct: 4, digits: 1 },
  EXPCA: { like: 'level', centre: 29000, swing: 0.08, growthPct: 4, digits: 1 },
  IMPCA: { like: 'level', centre: 34000, swing: 0.08, growthPct: 4, digits: 1 },
  EXPMX: { like: 'level', centre: 28000, swing: 0.08, growthPct: 4, digits: 1 },
  IMPMX: { like: 'level', centre: 43000, swing: 0.08, growthPct: 4, digits: 1 },
  EXPCH: { like: 'level', centre: 10000, swing: 0.08, growthPct: 4, digits: 1 },
  IMPCH: { like: 'level', centre: 27000, swing: 0.08, growthPct: 4, digits: 1 },
  EXPJP: { like: 'level', centre: 6800, swing: 0.08, growthPct: 4, digits: 1 },
  IMPJP: { like: 'level', centre: 12500, swing: 0.08, growthPct: 4, digits: 1 },
  EXPGE: { like: 'level', centre: 6500, swing: 0.08, growthPct: 4, digits: 1 },
  IMPGE: { like: 'level', centre: 13000, swing: 0.08, growthPct: 4, digits: 1 },
  EXPKR: { like: 'level', centre: 5600, swing: 0.08, growthPct: 4, digits: 1 },
  IMPKR: { like: 'level', centre: 10800, swing: 0.08, growthPct: 4, digits: 1 },
  EXPUK: { like: 'level', centre: 6900, swing: 0.08, growthPct: 4, digits: 1 },
  IMPUK: { like: 'level', centre: 5700, swing: 0.08, growthPct: 4, digits: 1 },
  EXP5520: { like: 'level', centre: 1200, swing: 0.08, growthPct: 4, digits: 1 },
  IMP5520: { like: 'level', centre: 12500, swing: 0.08, growthPct: 4, digits: 1 },
  EXP5830: { like: 'level', centre: 4100, swing: 0.08, growthPct: 4, digits: 1 },
  IMP5830: { like: 'level', centre: 12000, swing: 0.08, growthPct: 4, digits: 1 },
  EXP5330: { like: 'level', centre: 3600, swing: 0.08, growthPct: 4, digits: 1 },
  IMP5330: { like: 'level', centre: 7600, swing: 0.08, growthPct: 4, digits: 1 },
  EXP4190: { like: 'level', centre: 1500, swing: 0.08, growthPct: 4, digits: 1 },
  IMP4190: { like: 'level', centre: 8500, swing: 0.08, growthPct: 4, digits: 1 },
  EXP4419: { like: 'level', centre: 2400, swing: 0.08, growthPct: 4, digits: 1 },
  IMP4419: { like: 'level', centre: 6200, swing: 0.08, growthPct: 4, digits: 1 },
  EXP4210: { like: 'level', centre: 7600, swing: 0.08, growthPct: 4, digits: 1 },
  IMP4210: { like: 'level', centre: 3000, swing: 0.08, growthPct: 4, digits: 1 },
}
