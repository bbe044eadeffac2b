// Written by us in the data portal's shape: one row an observation of a working day, NaN on a holiday.
import { defineSample } from '../../../define.ts'
import { isoDate, level, workdays } from '../../../samples/walk.ts'

const rates: Record<string, number> = {
  GBP: 0.86,
  CHF: 0.94,
  JPY: 172,
  AUD: 1.77,
  CAD: 1.6,
  SGD: 1.49,
  BRL: 6.3,
  MXN: 21,
  TRY: 49,
  IDR: 19_200,
  PHP: 67,
  CNY: 8.1,
  HKD: 8.9,
  ZAR: 20,
  KRW: 1_650,
}

export default defineSample({
  answer(url, now) {
    if (url.hostname !== 'data-api.ecb.europa.eu' || !url.pathname.includes('/EXR/D.')) return null
    const names = url.pathname.split('/').at(-1)!.split('.')[1]!.split('+')
    const days = workdays(new Date(url.searchParams.get('startPeriod')!), new Date(now.getTime() - 16 * 3_600_000))
    const rows = names.flatMap((name) =>
      days.map((date) => {
        const day = date.getTime() / 86_400_000
        // The dollar as the sample world's euro coin has it.
        const rate = name === 'USD' ? level('eur', day, 1.12, 0.06) : rates[name]! * (1 + level(`ecb-fx/${name}`, day, 0, 0.08))
        return `EXR.D.${name}.EUR.SP00.A,D,${isoDate(date)},${date.getUTCDate() === 25 ? 'NaN' : rate.toFixed(5)}`
      }),
    )
    return { type: 'text/csv', body: `${['KEY,FREQ,TIME_PERIOD,OBS_VALUE', ...rows].join('\r\n')}\r\n` }
  },
})
