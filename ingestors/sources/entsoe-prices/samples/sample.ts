// Written by us in the platform's shape: points in order, one left out because its price is that of the one before.
import { defineSample } from '../../../define.ts'
import { level } from '../../../samples/walk.ts'

export default defineSample({
  answer(url, now) {
    if (url.hostname !== 'web-api.tp.entsoe.eu') return null
    const area = url.searchParams.get('in_Domain') ?? ''
    const midnight = Date.parse(`${now.toISOString().slice(0, 10)}T00:00:00Z`)
    const stamp = (at: number) => `${new Date(at).toISOString().slice(0, 16)}Z`
    const price = (hour: number) =>
      (48 + level(`price/${area}`, midnight / 86_400_000, 0, 40) + 20 * Math.sin(((hour - 12) / 6) * Math.PI)).toFixed(2)
    const points = Array.from({ length: 24 }, (_, i) => i)
      .filter((hour) => hour !== 4)
      .map((hour) => `<Point><position>${hour + 1}</position><price.amount>${price(hour)}</price.amount></Point>`)
    const body = [
      '<?xml version="1.0" encoding="UTF-8"?>',
      '<Publication_MarketDocument xmlns="urn:iec62325.351:tc57wg16:451-3:publicationdocument:7:0">',
      '<mRID>1</mRID><type>A44</type>',
      '<TimeSeries>',
      '<mRID>1</mRID><businessType>A62</businessType>',
      `<in_Domain.mRID codingScheme="A01">${area}</in_Domain.mRID>`,
      '<currency_Unit.name>EUR</currency_Unit.name>',
      '<price_Measure_Unit.name>MWH</price_Measure_Unit.name>',
      '<curveType>A03</curveType>',
      '<Period>',
      `<timeInterval><start>${stamp(midnight)}</start><end>${stamp(midnight + 86_400_000)}</end></timeInterval>`,
      '<resolution>PT60M</resolution>',
      ...points,
      '</Period>',
      '</TimeSeries>',
      '</Publication_MarketDocument>',
    ].join('\n')
    return { type: 'text/xml', body }
  },
})
