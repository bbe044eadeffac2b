// Written by us in the shape of /v2/request-time/calculate.
import { defineSample } from '../../../define.ts'
import { dayNumber, level } from '../../../samples/walk.ts'

export default defineSample({
  answer(url, now) {
    if (url.hostname !== 'wq-api.lido.fi') return null
    const ms = Math.round(level('lido-exit', dayNumber(now), 5, 3) * 86_400) * 1_000
    const requestInfo = {
      finalizationIn: ms,
      finalizationAt: new Date(now.getTime() + ms).toISOString(),
      type: 'exitValidators',
    }
    const nextCalculationAt = new Date(now.getTime() + 600_000).toISOString()
    return { type: 'application/json', body: JSON.stringify({ requestInfo, status: 'calculated', nextCalculationAt }) }
  },
})
