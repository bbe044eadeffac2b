// Written by us in GDACS' shape: two episodes of one storm, times without an offset, a track beside the points.
import { defineSample } from '../../../define.ts'

export default defineSample({
  answer(url, now) {
    if (url.hostname !== 'www.gdacs.org') return null
    if (url.pathname === '/xml/rss.xml') return feed()
    const time = (hours: number) => new Date(now.getTime() - hours * 3_600_000).toISOString().slice(0, 19)
    const feature = (
      eventtype: string,
      eventid: number,
      alertlevel: string,
      alertscore: number,
      name: string,
      iso2: string,
      at: [number, number],
      severity: number,
      severityunit: string,
    ) => ({
      type: 'Feature',
      geometry: { type: 'Point', coordinates: at },
      properties: {
        eventtype,
        eventid,
        episodeid: 1,
        name,
        alertlevel,
        alertscore,
        iscurrent: 'true',
        country: name.split(' in ')[1] ?? '',
        fromdate: time(72),
        todate: time(2),
        datemodified: time(1),
        severitydata: { severity, severitytext: '', severityunit },
        affectedcountries: [{ iso2, iso3: '', countryname: '' }],
        url: { report: `https://www.gdacs.org/report.aspx?eventtype=${eventtype}&eventid=${eventid}` },
      },
    })
    const features = [
      feature('TC', 1001, 'Orange', 1.5, 'Tropical Cyclone SAMPLE-26', 'PH', [128, 14], 160, 'km/h'),
      feature('TC', 1001, 'Red', 2.4, 'Tropical Cyclone SAMPLE-26', 'PH', [127, 14.5], 205, 'km/h'),
      feature('FL', 1002, 'Orange', 1.2, 'Flood in Bangladesh', 'BD', [90, 24], 0, ''),
      feature('VO', 1003, 'Green', 0.5, 'Eruption in Indonesia', 'ID', [110, -7], 0, ''),
      feature('DR', 1004, 'Orange', 1, 'Drought in Brazil', 'BR', [-55, -12], 0, ''),
      { type: 'Feature', geometry: { type: 'LineString', coordinates: [] }, properties: { eventtype: 'TC', eventid: 1001 } },
    ]
    return { type: 'application/json', body: JSON.stringify({ type: 'FeatureCollection', features }) }
  },
})

function feed() {
  const item = (type: string, id: number, population: string) =>
    `<item><title>A sample</title><gdacs:eventtype>${type}</gdacs:eventtype><gdacs:eventid>${id}</gdacs:eventid>${population}</item>`
  const items = [
    item(
      'TC',
      1001,
      '<gdacs:population unit="Pop74" value="1250000">Population affected by Category 1 is 1.25 million</gdacs:population>',
    ),
    item('VO', 1003, '<gdacs:population unit="Population in 30km" value="41000">41 thousand within 30km</gdacs:population>'),
    item('DR', 1004, '<gdacs:population unit="" value="0" />'),
  ]
  const body = `<?xml version="1.0" encoding="utf-8"?>\n<rss version="2.0" xmlns:gdacs="http://www.gdacs.org"><channel><title>GDACS RSS information</title>${items.join('')}</channel></rss>`
  return { type: 'text/xml', body }
}
